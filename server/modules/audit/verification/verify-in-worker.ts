import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { VerificationVerdict } from './verify-chain.ts';
import type { VerificationTask, VerificationMessage } from './verify-worker.ts';

type VerifyInWorkerOptions = VerificationTask & { onProgress: (events: number) => void; stopped: AbortSignal };

/** Verifies in a separate thread, so that the server keeps serving requests. Throws StoreUnavailable. */
export function verifyInWorker({
  storageConfig,
  publicKeys,
  onProgress,
  stopped,
}: VerifyInWorkerOptions): Promise<VerificationVerdict> {
  const task: VerificationTask = { storageConfig: { ...storageConfig }, publicKeys };
  const thread = new Worker(new URL('verify-worker.ts', import.meta.url), { workerData: task });
  const ended = new Promise<VerificationVerdict>((resolve, reject) => {
    thread.on('message', (message: VerificationMessage) => {
      if ('events' in message) onProgress(message.events);
      else if ('verdict' in message) resolve(message.verdict);
      else reject(new StoreUnavailable(message.failure));
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
