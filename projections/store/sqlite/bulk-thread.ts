// Runs requests one at a time on the view file in `workerData`, and answers each.
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Lease } from '../port.ts';
import { toSqliteStoreError, openSqliteFile } from './file.ts';
import { pagesWhileFilling, viewLayout } from './generations.ts';
import { answerLeaseQuestion, type LeaseAnswer, type LeaseQuestion, createSqliteLeases } from './leases.ts';
import { createStatementCache } from './sql/statements.ts';
import { type BatchColumns, createSqliteWriter } from './writer.ts';

/** A batch with the lease of its writer; or a lease request that arrives meanwhile. */
export type BulkOrder = { batch: BatchColumns[]; fence: Lease | null } | LeaseQuestion;
/** The answer, or an error in a form that can be sent between threads. */
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
    if ('type' in order) return { value: answerLeaseQuestion(leases, order) };
    write(order.batch, order.fence);
    return { value: null };
  } catch (error) {
    const { name, message } = Object(toSqliteStoreError(basename(file), error)) as Error;
    return { failure: { name, message } };
  }
}
