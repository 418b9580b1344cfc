// Verifies the log that `workerData` names, tells how far it has come, and ends with the verdict.
import { parentPort, workerData } from 'node:worker_threads';
import { hasHistoryViews, openHistoryViews, openStoredLog } from '#server/platform/storage/stores.ts';
import type { Places } from '#server/platform/config/places.ts';
import { chainIn } from '../hash-chain/chain-blocks.ts';
import { publicKeys } from '../hash-chain/judge-seals.ts';
import { type Verdict, verify } from './verify.ts';

/** What the thread is given, and what it tells. */
export type Task = { places: Places; publicKeys: string[] };
export type Told = { events: number } | { verdict: Verdict } | { failure: string };

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
