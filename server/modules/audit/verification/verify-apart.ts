import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { Verdict } from './verify.ts';
import type { Task, Told } from './verify-thread.ts';

type Asked = Task & { onProgress: (events: number) => void; stopped: AbortSignal };

/** Verifies in a thread of its own: the server has others to serve meanwhile. Throws StoreUnavailable. */
export function verifyApart({ places, publicKeys, onProgress, stopped }: Asked): Promise<Verdict> {
  const task: Task = { places: { ...places }, publicKeys };
  const thread = new Worker(new URL('verify-thread.ts', import.meta.url), { workerData: task });
  const ended = new Promise<Verdict>((resolve, reject) => {
    thread.on('message', (told: Told) => {
      if ('events' in told) onProgress(told.events);
      else if ('verdict' in told) resolve(told.verdict);
      else reject(new StoreUnavailable(told.failure));
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new StoreUnavailable('The verification was stopped')));
  });
  const stop = () => void thread.terminate();
  stopped.addEventListener('abort', stop);
  return ended.finally(() => {
    stopped.removeEventListener('abort', stop);
    stop();
  });
}
