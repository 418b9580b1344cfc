// Verifies the log that `workerData` names, reports its progress, and ends with the result.
import { parentPort, workerData } from 'node:worker_threads';
import { hasHistoryViews, openHistoryViews, openStoredLog } from '#server/platform/storage/stores.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { createStoredChain } from '../hash-chain/chain-blocks.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { type VerificationVerdict, verifyChain } from './verify-chain.ts';

/** The input of the thread, and its messages. */
export type VerificationTask = { storageConfig: StorageConfig; publicKeys: string[] };
export type VerificationMessage = { events: number } | { verdict: VerificationVerdict };

const { storageConfig, publicKeys: pems } = workerData as VerificationTask; // given only by verifyInWorker
const progressIntervalMs = 250;
let lastProgressAt = 0;

const sendMessage = (message: VerificationMessage) => parentPort?.postMessage(message);
const onProgress = (events: number) => {
  if (performance.now() - lastProgressAt < progressIntervalMs) return;
  lastProgressAt = performance.now();
  sendMessage({ events });
};

const encryptedEvents = await openStoredLog(storageConfig);
const views = hasHistoryViews(storageConfig) ? await openHistoryViews(storageConfig) : null;
const verdict = await verifyChain({
  encryptedEvents,
  chain: views && createStoredChain(views),
  keys: parsePublicKeys(pems),
  onProgress,
});
await Promise.all([encryptedEvents.close(), views?.close()]);
sendMessage({ verdict });
