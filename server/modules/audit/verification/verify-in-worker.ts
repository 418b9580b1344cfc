import { StoreUnavailable } from '#projections/store/port.ts';
import { runInWorker } from '#server/lib/threads/run-in-worker.ts';
import type { VerificationVerdict } from './verify-chain.ts';
import type { VerificationTask, VerificationMessage } from './verify-worker.ts';

type VerifyInWorkerOptions = VerificationTask & { onProgress: (events: number) => void; stopped: AbortSignal };

/** Verifies in a separate thread, so that the server keeps serving requests. Throws StoreUnavailable. */
export async function verifyInWorker({
  storageConfig,
  onProgress,
  stopped,
  ...options
}: VerifyInWorkerOptions): Promise<VerificationVerdict> {
  const task: VerificationTask = { storageConfig: { ...storageConfig }, ...options };
  const verdicts: VerificationVerdict[] = [];
  const onMessage = (message: VerificationMessage) => {
    if ('events' in message) onProgress(message.events);
    else verdicts.push(message.verdict);
  };
  try {
    await runInWorker(new URL('verify-worker.ts', import.meta.url), { workerData: task, onMessage, stopped });
  } catch (error) {
    throw new StoreUnavailable(error instanceof Error ? error.message : 'The verification failed', { cause: error });
  }
  const [verdict] = verdicts;
  if (!verdict) throw new StoreUnavailable('The verification was stopped');
  return verdict;
}
