import { type ResourceLimits, Worker } from 'node:worker_threads';

type WorkerTask<A> = { workerData: object; resourceLimits: ResourceLimits; timeoutMs: number; fallback: A };

/** The result of a worker thread; `fallback` where it exceeds its limit of time or memory. */
export async function runInWorker<A>(
  file: URL,
  { workerData, resourceLimits, timeoutMs, fallback }: WorkerTask<A>,
): Promise<A> {
  const worker = new Worker(file, { workerData, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<A>();
  const giveUp = () => {
    resolve(fallback);
  };
  const timer = setTimeout(giveUp, timeoutMs);
  worker.once('message', resolve).once('error', giveUp).once('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
