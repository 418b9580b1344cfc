import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fenced, type Lease, StoreDamaged, StoreUnavailable } from './port.ts';
import type { Columns } from './sqlite-writer.ts';

/** An error as it comes from another thread. */
export type Failure = { name: string; message: string };
/** What the thread is given to write, with the turn of whoever writes. */
export type Order = { batch: Columns[]; fence: Lease | null };
type Waiting = { fence: Lease | null; resolve: () => void; reject: (reason: Error) => void };

/**
 * Writes large batches in a thread of its own, so that the log can be read on meanwhile. The thread begins with the
 * first batch and ends with `stop`; nobody else may write the file in between.
 */
export function bulkWriter(file: string) {
  let worker: Worker | null = null;
  let waiting: Waiting[] = [];

  const settle = (failure: Failure | null) => {
    const [first] = waiting.splice(0, 1);
    if (failure === null) first?.resolve();
    else first?.reject(errorOf(failure, first.fence));
  };
  const fail = (error: Error) => {
    for (const { reject } of waiting)
      reject(new StoreUnavailable(`The writing thread ended (${error.message}).`, { cause: error }));
    waiting = [];
    worker = null;
  };
  const begun = () => {
    const thread = new Worker(new URL('sqlite-bulk-thread.ts', import.meta.url), { workerData: file });
    thread.on('message', settle).on('error', fail);
    return thread;
  };

  return {
    write: (order: Order) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ fence: order.fence, resolve, reject });
        worker ??= begun();
        worker.postMessage(order);
      }),
    stop: async () => {
      const thread = worker;
      worker = null;
      if (thread === null) return;
      const ended = once(thread, 'exit');
      thread.postMessage('close');
      await ended;
    },
  };
}

function errorOf({ name, message }: Failure, fence: Lease | null): Error {
  if (name === 'Fenced' && fence) return new Fenced(fence);
  if (name === 'StoreUnavailable') return new StoreUnavailable(message);
  return name === 'StoreDamaged' ? new StoreDamaged(message) : new Error(message);
}
