import { type ResourceLimits, Worker } from 'node:worker_threads';

/** `patience` in ms. */
type Task<A> = { workerData: object; resourceLimits: ResourceLimits; patience: number; givenUp: A };

/** What a thread of its own makes of its data; `givenUp` where it takes more time or memory than it is allowed. */
export async function inThread<A>(file: URL, { workerData, resourceLimits, patience, givenUp }: Task<A>): Promise<A> {
  const worker = new Worker(file, { workerData, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<A>();
  const giveUp = () => {
    resolve(givenUp);
  };
  const timer = setTimeout(giveUp, patience);
  worker.once('message', resolve).once('error', giveUp).once('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
