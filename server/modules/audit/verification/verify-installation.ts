import type { LogDifference } from '#domain/history/contract.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { findDamagedFile, hasHistoryViews, openHistoryViews, openStoredLog } from '#server/platform/storage/stores.ts';
import { createThreadedCheck } from './check-in-threads.ts';
import { createStoredChain } from '../hash-chain/chain-blocks.ts';
import { type VerificationVerdict, type VerifyOptions, verifyChain } from './verify-chain.ts';

type InstallationOptions = Pick<VerifyOptions, 'keys' | 'externalSeals' | 'verifiedSeal' | 'isFull'> & {
  onProgress: (events: number) => void;
  progressIntervalMs: number;
};

/**
 * Verifies the log of an installation, and with the whole log the files of its stores, also beside a running server.
 * `storedLength` is how many events its chain covers, null where there is none. Throws what the stores throw.
 */
export async function verifyInstallation(
  storageConfig: StorageConfig,
  { onProgress, progressIntervalMs, ...evidence }: InstallationOptions,
): Promise<{ verdict: VerificationVerdict; storedLength: number | null }> {
  const encryptedEvents = await openStoredLog(storageConfig);
  const views = hasHistoryViews(storageConfig) ? await openHistoryViews(storageConfig) : null;
  const chain = views && createStoredChain(views);
  let last = performance.now();
  const report = (events: number) => {
    if (performance.now() - last < progressIntervalMs) return;
    last = performance.now();
    onProgress(events);
  };
  try {
    const checkBlocks = createThreadedCheck(storageConfig);
    const verdict = await verifyChain({ ...evidence, encryptedEvents, chain, checkBlocks, onProgress: report });
    const damage = verdict.from === 1 ? await describeDamagedFile(storageConfig, verdict.events) : null;
    const difference = verdict.difference ?? damage;
    return { verdict: { ...verdict, difference }, storedLength: chain && (await chain.length()) };
  } finally {
    await Promise.all([encryptedEvents.close(), views?.close()]);
  }
}

async function describeDamagedFile(storageConfig: StorageConfig, ordinal: number): Promise<LogDifference | null> {
  const sentence = await findDamagedFile(storageConfig);
  return sentence === null ? null : { ordinal, position: null, kind: 'file', sentence };
}
