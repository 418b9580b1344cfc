import { Worker } from 'node:worker_threads';
import { FeedFailure, missingColumn } from '../failure.ts';
import type { Row } from '../mapping.ts';
import { entryColumns } from './entry.ts';
import type { Came } from './parse.ts';
import type { ParsedFeed } from './parse-thread.ts';

/** Far more than the largest honest feed takes. */
const patience = 20_000;
const resourceLimits = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64 };

/** Rows of a feed, read in a thread of its own that is given up when it takes too much. Throws FeedFailure. */
export async function* entriesIn(feed: { id: string }, came: Came, columns: string[]): AsyncIterable<Row> {
  const missing = columns.find((column) => !isColumn(column));
  if (missing !== undefined) throw missingColumn(feed, missing, [...entryColumns]);
  const parsed = await inThread(came);
  if ('problem' in parsed) throw new FeedFailure(parsed.problem);
  for (const row of parsed.rows) yield (column) => (isColumn(column) ? row[column] : '');
}

function isColumn(name: string): name is (typeof entryColumns)[number] {
  return (entryColumns as readonly string[]).includes(name);
}

async function inThread(workerData: Came): Promise<ParsedFeed> {
  const worker = new Worker(new URL('parse-thread.ts', import.meta.url), { workerData, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<ParsedFeed>();
  const giveUp = () => {
    resolve({ problem: 'The feed takes too long or too much memory to read' });
  };
  const timer = setTimeout(giveUp, patience);
  worker.once('message', resolve).once('error', giveUp).once('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
