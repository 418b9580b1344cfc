import { once } from 'node:events';
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';

type WorkerOptions<O> = { workerData: unknown; onMessage: (message: O) => void; resourceLimits?: ResourceLimits };

/** A thread with its file as the program. `ended` rejects with the error that ended it. */
export function startWorker<O>(file: URL, { workerData, onMessage, resourceLimits = {} }: WorkerOptions<O>) {
  const worker = new Worker(file, { workerData, resourceLimits });
  worker.on('message', onMessage);
  return {
    post: (message: unknown) => worker.postMessage(message),
    /** Whether the thread keeps the process alive, as it does by default. */
    hold: (isHeld: boolean) => (isHeld ? worker.ref() : worker.unref()),
    stop: () => worker.terminate(),
    /** In ms: how long a processor has worked for the thread. */
    cpuMs: async () => {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1000;
    },
    ended: once(worker, 'exit'),
  };
}

/** Resolves when the thread has ended, as it does when `stopped`; rejects with the error that ended it. */
export async function runInWorker<O>(
  file: URL,
  { stopped, ...options }: WorkerOptions<O> & { stopped: AbortSignal },
): Promise<void> {
  const worker = startWorker(file, options);
  const stop = () => void worker.stop();
  stopped.addEventListener('abort', stop);
  if (stopped.aborted) stop();
  try {
    await worker.ended;
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}

/** In the thread of a pool: answers each message. Its first message says that it has loaded its modules. */
export function answerMessages(answer: (input: never) => unknown): void {
  // What is posted to the thread is what its `answer` takes.
  const respond = async (input: unknown) => parentPort?.postMessage(await answer(input as never));
  parentPort?.on('message', (input: unknown) => void respond(input));
  parentPort?.postMessage('loaded');
}
