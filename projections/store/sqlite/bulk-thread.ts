// Does what it is told with the file of views in `workerData`, one after the other, and answers each.
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Lease } from '../port.ts';
import { asStoreError, openSqliteFile } from './file.ts';
import { pagesWhileFilling, viewLayout } from './generations.ts';
import { answerTo, type LeaseAnswer, type LeaseQuestion, leasesIn } from './leases.ts';
import { statementsOf } from './sql/statements.ts';
import { type Columns, writerOf } from './writer.ts';

/** What the thread is given to write, with the turn of whoever writes; or what is asked of leases meanwhile. */
export type Order = { batch: Columns[]; fence: Lease | null } | LeaseQuestion;
/** An error as it comes from another thread, or the answer. */
export type Outcome = { failure: { name: string; message: string } } | { value: LeaseAnswer };

const file = String(workerData);
const database = openSqliteFile(file, viewLayout);
database.exec(`PRAGMA wal_autocheckpoint = ${pagesWhileFilling}`);
const write = writerOf(database, statementsOf(database));
const leases = leasesIn(database);

parentPort?.on('message', (order: Order | 'close') => {
  if (order === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(attempt(order));
});

function attempt(order: Order): Outcome {
  try {
    if ('ask' in order) return { value: answerTo(leases, order) };
    write(order.batch, order.fence);
    return { value: null };
  } catch (error) {
    const { name, message } = Object(asStoreError(basename(file), error)) as Error;
    return { failure: { name, message } };
  }
}
