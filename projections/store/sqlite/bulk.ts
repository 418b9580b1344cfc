import { startWorker } from '#server/lib/run-in-worker.ts';
import { Fenced, type Lease, StoreDamaged, StoreUnavailable } from '../port.ts';
import type { BulkOrder, BulkOutcome } from './bulk-thread.ts';
import type { LeaseAnswer, LeaseQuestion } from './leases.ts';
import type { BatchColumns } from './writer.ts';

type BulkThread = ReturnType<typeof startWorker<BulkOutcome>>;
type PendingOrder = { order: BulkOrder; resolve: (value: LeaseAnswer) => void; reject: (reason: Error) => void };

/**
 * Writes large batches in a worker thread, so that the log can be read at the same time. The thread starts with the
 * first batch and ends with `stop`; no other thread may write the file in between.
 */
export function createBulkWriter(file: string) {
  let worker: BulkThread | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let waiting: PendingOrder[] = [];

  const completeFirst = (outcome: BulkOutcome) => {
    const [first] = waiting.splice(0, 1);
    if ('value' in outcome) first?.resolve(outcome.value);
    else first?.reject(toError(outcome.failure, first.order));
  };
  const fail = (error: Error) => {
    for (const { reject } of waiting)
      reject(new StoreUnavailable(`The writing thread ended (${error.message}).`, { cause: error }));
    waiting = [];
    worker = null;
  };
  const startThread = () => {
    const thread: BulkThread = startWorker(new URL('bulk-thread.ts', import.meta.url), {
      workerData: file,
      onMessage: completeFirst,
    });
    thread.ended.catch(fail);
    return thread;
  };
  const sendOrder = (thread: BulkThread, order: BulkOrder) =>
    new Promise<LeaseAnswer>((resolve, reject) => {
      waiting.push({ order, resolve, reject });
      thread.post(order);
    });

  return {
    write: async (batch: BatchColumns[], fence: Lease | null): Promise<void> => {
      worker ??= startThread();
      await sendOrder(worker, { batch, fence });
    },
    /** Sends the request to the thread while it runs, and calls `otherwise` while the file is free. */
    runLeaseRequest: async (question: LeaseQuestion, otherwise: () => Promise<LeaseAnswer>): Promise<LeaseAnswer> => {
      if (worker) return sendOrder(worker, question);
      await ending;
      return otherwise();
    },
    stop: async () => {
      const thread = worker;
      worker = null;
      if (thread === null) return;
      ending = thread.ended;
      thread.post('close');
      await thread.ended;
    },
  };
}

function toError({ name, message }: { name: string; message: string }, order: BulkOrder): Error {
  if (name === 'Fenced' && 'fence' in order && order.fence) return new Fenced(order.fence);
  if (name === 'StoreUnavailable') return new StoreUnavailable(message);
  return name === 'StoreDamaged' ? new StoreDamaged(message) : new Error(message);
}
