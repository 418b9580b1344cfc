// Parses each feed that is posted to it, and answers with its rows, or with what is wrong with it.
import { answerMessages } from '#server/lib/threads/run-in-worker.ts';
import { FeedError } from '../../feed-config/feed-error.ts';
import type { EntryRow } from './entry.ts';
import { type RawFeed, parseEntryRows } from './parse.ts';

export type ParsedFeed = { rows: EntryRow[] } | { problem: string };

answerMessages(parsePosted);

/** A Buffer is posted as a Uint8Array. An error of ours ends the thread. */
function parsePosted({ bytes, charset, address }: RawFeed): ParsedFeed {
  try {
    return { rows: parseEntryRows({ bytes: Buffer.from(bytes), charset, address }) };
  } catch (error) {
    if (error instanceof FeedError) return { problem: error.message };
    throw error;
  }
}
