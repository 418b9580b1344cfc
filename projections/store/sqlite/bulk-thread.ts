// Does what it is told with the file of views in `workerData`, one after the other, and answers each.
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Lease } from '../port.ts';
import { toSqliteStoreError, openSqliteFile } from './file.ts';
import { pagesWhileFilling, viewLayout } from './generations.ts';
import { answerLeaseQuestion, type LeaseAnswer, type LeaseQuestion, createSqliteLeases } from './leases.ts';
import { createStatementCache } from './sql/statements.ts';
import { type BatchColumns, createSqliteWriter } from './writer.ts';

/** What the thread is given to write, with the turn of whoever writes; or what is asked of leases meanwhile. */
export type BulkOrder = { batch: BatchColumns[]; fence: Lease | null } | LeaseQuestion;
/** An error as it comes from another thread, or the answer. */
export type BulkOutcome = { failure: { name: string; message: string } } | { value: LeaseAnswer };

const file = String(workerData);
const database = openSqliteFile(file, viewLayout);
database.exec(`PRAGMA wal_autocheckpoint = ${pagesWhileFilling}`);
const write = createSqliteWriter(database, createStatementCache(database));
const leases = createSqliteLeases(database);

parentPort?.on('message', (order: BulkOrder | 'close') => {
  if (order === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(runOrder(order));
});

function runOrder(order: BulkOrder): BulkOutcome {
  try {
    if ('ask' in order) return { value: answerLeaseQuestion(leases, order) };
    write(order.batch, order.fence);
    return { value: null };
  } catch (error) {
    const { name, message } = Object(toSqliteStoreError(basename(file), error)) as Error;
    return { failure: { name, message } };
  }
}
