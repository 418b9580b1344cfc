// Verifies the log that `workerData` names, reports its progress, and ends with the result.
import { parentPort, workerData } from 'node:worker_threads';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import type { VerificationVerdict, VerifyOptions } from './verify-chain.ts';
import { verifyInstallation } from './verify-installation.ts';

/** The input of the thread, and its messages. */
export type VerificationTask = Required<Pick<VerifyOptions, 'verifiedSeal' | 'isFull'>> & {
  storageConfig: StorageConfig;
  publicKeys: string[];
};
export type VerificationMessage = { events: number } | { verdict: VerificationVerdict };

const { storageConfig, publicKeys: pems, verifiedSeal, isFull } = workerData as VerificationTask; // given only by verifyInWorker
const progressIntervalMs = 250;

const sendMessage = (message: VerificationMessage) => parentPort?.postMessage(message);
const onProgress = (events: number) => sendMessage({ events });

const options = { keys: parsePublicKeys(pems), verifiedSeal, isFull, onProgress, progressIntervalMs };
const { verdict } = await verifyInstallation(storageConfig, options);
sendMessage({ verdict });
