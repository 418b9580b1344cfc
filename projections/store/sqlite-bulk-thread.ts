// Does what it is told with the file of views in `workerData`, one after the other, and answers each.
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome, Order } from './sqlite-bulk.ts';
import { asStoreError, openSqliteFile } from './sqlite-file.ts';
import { pagesWhileFilling, viewLayout } from './sqlite-generations.ts';
import { answerTo, leasesIn } from './sqlite-leases.ts';
import { statementsOf } from './sqlite-statements.ts';
import { writerOf } from './sqlite-writer.ts';

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
