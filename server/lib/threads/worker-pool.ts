import type { ResourceLimits } from 'node:worker_threads';
import PQueue from 'p-queue';
import { delay } from '#server/lib/delay.ts';
import { startWorker } from './run-in-worker.ts';

type PoolOptions<A> = {
  /** How many messages are answered at once. */
  size: number;
  /** What each thread starts with. */
  workerData?: unknown;
  resourceLimits: ResourceLimits;
  /** How long a processor may work on one answer, however busy the machine is. Null: each answer is waited for. */
  cpuLimitMs: number | null;
  /** The answer of a thread that exceeds its limit of work or memory; it is then replaced. */
  fallback: A;
};
type PoolThread<A> = ReturnType<typeof startWorker<A>> & { loaded: Promise<unknown>; answer: (message: A) => void };

/**
 * Threads that answer each message with one, by `answerMessages`. They start with the first messages and are kept, as
 * starting one takes far longer than most answers; they keep no process alive.
 */
export function createWorkerPool<A>(
  file: URL,
  { size, workerData = null, resourceLimits, cpuLimitMs, fallback }: PoolOptions<A>,
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
    const answered = new AbortController();
    void thread.ended.then(giveUp, giveUp);
    thread.hold(true);
    thread.post(input);
    if (cpuLimitMs !== null) void waitForOveruse(thread, cpuLimitMs, answered.signal).then(giveUp, giveUp);
    const answer = await promise;
    answered.abort();
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

/** Resolves once a processor has worked on the answer for `limitMs`, or ten times that long has passed, or `answered`. */
async function waitForOveruse(
  { cpuMs }: Pick<PoolThread<unknown>, 'cpuMs'>,
  limitMs: number,
  answered: AbortSignal,
): Promise<void> {
  const begun = await cpuMs();
  for (let looksLeft = 100; looksLeft > 0 && !answered.aborted; looksLeft -= 1) {
    await delay(limitMs / 10, answered);
    if ((await cpuMs()) - begun > limitMs) return;
  }
}
