// Writes batches to the file of views in `workerData`, one after the other, and answers each with what went wrong, or null.
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Failure, Order } from './sqlite-bulk.ts';
import { asStoreError, openSqliteFile } from './sqlite-file.ts';
import { pagesWhileFilling, viewLayout } from './sqlite-generations.ts';
import { statementsOf } from './sqlite-statements.ts';
import { writerOf } from './sqlite-writer.ts';

const file = String(workerData);
const database = openSqliteFile(file, viewLayout);
database.exec(`PRAGMA wal_autocheckpoint = ${pagesWhileFilling}`);
const write = writerOf(database, statementsOf(database));

parentPort?.on('message', (order: Order | 'close') => {
  if (order === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(attempt(order));
});

function attempt({ batch, fence }: Order): Failure | null {
  try {
    write(batch, fence);
    return null;
  } catch (error) {
    const { name, message } = Object(asStoreError(basename(file), error)) as Error;
    return { name, message };
  }
}
