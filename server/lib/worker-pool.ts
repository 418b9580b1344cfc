import type { ResourceLimits } from 'node:worker_threads';
import PQueue from 'p-queue';
import { startWorker } from './run-in-worker.ts';

type PoolOptions<A> = {
  /** How many messages are answered at once. */
  size: number;
  /** What each thread starts with. */
  workerData?: unknown;
  resourceLimits: ResourceLimits;
  /** Null: each answer is waited for. */
  timeoutMs: number | null;
  /** The answer of a thread that exceeds its limit of time or memory; it is then replaced. */
  fallback: A;
};
type PoolThread<A> = ReturnType<typeof startWorker<A>> & { loaded: Promise<unknown>; answer: (message: A) => void };

/**
 * Threads that answer each message with one, by `answerMessages`. They start with the first messages and are kept, as
 * starting one takes far longer than most answers; they keep no process alive.
 */
export function createWorkerPool<A>(
  file: URL,
  { size, workerData = null, resourceLimits, timeoutMs, fallback }: PoolOptions<A>,
) {
  const queue = new PQueue({ concurrency: size });
  const idle: PoolThread<A>[] = [];

  const start = (): PoolThread<A> => {
    const onMessage = (message: A) => thread.answer(message);
    const worker = startWorker<A>(file, { workerData, onMessage, resourceLimits });
    worker.ended.catch(() => undefined);
    const { promise: loaded, resolve } = Promise.withResolvers<A>();
    const thread: PoolThread<A> = { ...worker, loaded, answer: resolve };
    return thread;
  };

  const call = async (input: unknown): Promise<A> => {
    const thread = idle.pop() ?? start();
    const { promise, resolve } = Promise.withResolvers<A | null>();
    const giveUp = () => resolve(null);
    // A busy machine may take long to start a thread and to load its modules.
    await Promise.race([thread.loaded, thread.ended]).catch(() => undefined);
    thread.answer = resolve;
    const overdue = timeoutMs === null ? null : AbortSignal.timeout(timeoutMs);
    overdue?.addEventListener('abort', giveUp);
    void thread.ended.then(giveUp, giveUp);
    thread.hold(true);
    thread.post(input);
    const answer = await promise;
    overdue?.removeEventListener('abort', giveUp);
    thread.hold(false);
    if (answer !== null) {
      idle.push(thread);
      return answer;
    }
    await thread.stop();
    return fallback;
  };

  return (input: unknown): Promise<A> => queue.add(() => call(input));
}
