// Parses the feed in `workerData` and posts its rows, or what is wrong with it.
import { parentPort, workerData } from 'node:worker_threads';
import { FeedError } from '../../feed-config/feed-error.ts';
import type { EntryRow } from './entry.ts';
import { type RawFeed, parseEntryRows } from './parse.ts';

export type ParsedFeed = { rows: EntryRow[] } | { problem: string };

const { bytes, charset, address } = workerData as RawFeed; // a Buffer is transferred as a Uint8Array
parentPort?.postMessage(parseWorkerData());

function parseWorkerData(): ParsedFeed {
  try {
    return { rows: parseEntryRows({ bytes: Buffer.from(bytes), charset, address }) };
  } catch (error) {
    if (error instanceof FeedError) return { problem: error.message };
    throw error;
  }
}
