import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { startWorker } from '#server/lib/threads/run-in-worker.ts';
import { Fenced, StoreDamaged, StoreUnavailable } from '../port.ts';
import type { BulkFailure, BulkOrder } from './bulk-thread.ts';

type BulkThread = ReturnType<typeof startWorker<BulkFailure | null>>;

/**
 * Writes large batches in a worker thread, so that the log can be read at the same time. The thread starts with the
 * first batch and ends with `stop`.
 */
export function createBulkWriter(file: string) {
  const runExclusively = createKeyedMutex();
  let thread: BulkThread | null = null;
  let current: PromiseWithResolvers<BulkFailure | null> | null = null;

  const start = (): BulkThread => {
    const url = new URL('bulk-thread.ts', import.meta.url);
    const onMessage = (answer: BulkFailure | null) => current?.resolve(answer);
    const started = startWorker(url, { workerData: file, onMessage });
    started.ended.catch((error: unknown) => {
      thread = null;
      current?.reject(new StoreUnavailable('The writing thread ended.', { cause: error }));
    });
    return started;
  };

  return {
    write: (order: BulkOrder): Promise<void> =>
      runExclusively(file, async () => {
        thread ??= start();
        current = Promise.withResolvers();
        thread.post(order);
        const failure = await current.promise;
        if (failure) throw toError(failure, order);
      }),
    /** Between two batches, as SQLite lets only one connection write at a time. */
    runBetweenBatches: <T>(work: () => Promise<T>): Promise<T> => runExclusively(file, work),
    stop: (): Promise<void> =>
      runExclusively(file, async () => {
        const running = thread;
        thread = null;
        running?.post('close');
        await running?.ended;
      }),
  };
}

function toError({ name, message }: BulkFailure, { fence }: BulkOrder): Error {
  if (name === 'Fenced' && fence) return new Fenced(fence);
  if (name === 'StoreUnavailable') return new StoreUnavailable(message);
  return name === 'StoreDamaged' ? new StoreDamaged(message) : new Error(message);
}
