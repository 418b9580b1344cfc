// Reads the feed in `workerData` and posts its rows, or what is wrong with it.
import { parentPort, workerData } from 'node:worker_threads';
import { FeedFailure } from '../../feed-config/failure.ts';
import type { EntryRow } from './entry.ts';
import { type Came, entryRows } from './parse.ts';

export type ParsedFeed = { rows: EntryRow[] } | { problem: string };

const { bytes, charset, address } = workerData as Came; // bytes come as what a Buffer is made of
parentPort?.postMessage(read());

function read(): ParsedFeed {
  try {
    return { rows: entryRows({ bytes: Buffer.from(bytes), charset, address }) };
  } catch (error) {
    if (error instanceof FeedFailure) return { problem: error.message };
    throw error;
  }
}
