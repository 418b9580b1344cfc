// Verifies the log that `workerData` names, tells how far it has come, and ends with the verdict.
import { parentPort, workerData } from 'node:worker_threads';
import { hasHistoryViews, openHistoryViews, openStoredLog } from '../stores/stores.ts';
import { chainIn } from './chain-blocks.ts';
import { publicKeys } from './judge-seals.ts';
import { verify } from './verify.ts';
import type { Task, Told } from './verify-apart.ts';

const { places, publicKeys: pems } = workerData as Task; // given by verifyApart alone
const between = 250;
let told = 0;

const tell = (message: Told) => parentPort?.postMessage(message);
const onProgress = (events: number) => {
  if (performance.now() - told < between) return;
  told = performance.now();
  tell({ events });
};

try {
  const stored = await openStoredLog(places);
  const views = hasHistoryViews(places) ? await openHistoryViews(places) : null;
  const verdict = await verify({ stored, chain: views && chainIn(views), keys: publicKeys(pems), onProgress });
  await Promise.all([stored.close(), views?.close()]);
  tell({ verdict });
} catch (error) {
  tell({ failure: error instanceof Error ? error.message : 'The verification failed' });
}
