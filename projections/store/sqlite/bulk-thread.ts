// Writes batches one at a time to the view file in `workerData`, and answers each.
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Lease } from '../port.ts';
import { toSqliteStoreError, openSqliteFile } from './file/file.ts';
import { viewLayout } from './generations.ts';
import { createStatementCache } from './sql/statements.ts';
import { type BatchColumns, createSqliteWriter } from './writer.ts';

/** A batch with the lease of its writer. */
export type BulkOrder = { batch: BatchColumns[]; fence: Lease | null };
/** An error in a form that can be sent between threads. */
export type BulkFailure = { name: string; message: string };

/** Of 16 kB: pages of a new generation are rarely copied twice. */
const pagesBetweenCopies = 2_000;

const file = String(workerData);
const database = openSqliteFile(file, viewLayout);
database.exec(`PRAGMA wal_autocheckpoint = ${pagesBetweenCopies}`);
const write = createSqliteWriter(database, createStatementCache(database));

parentPort?.on('message', (order: BulkOrder | 'close') => {
  if (order === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(runOrder(order));
});

function runOrder({ batch, fence }: BulkOrder): BulkFailure | null {
  try {
    write(batch, fence);
    return null;
  } catch (error) {
    const failure = toSqliteStoreError(basename(file), error);
    return failure instanceof Error ? { name: failure.name, message: failure.message } : { name: '', message: '' };
  }
}
