import { dataFormat } from '#domain/installation/events.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { createInstallation } from '#server/platform/storage/installation.ts';
import { readInstallationFile, writeInstallationFile } from '#server/platform/storage/installation-file.ts';
import { openStores, type Stores } from '#server/platform/storage/stores.ts';

export const testInstallation = { installationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', dataFormat };
const clock = () => new Date('2026-01-01T00:00:00.000Z');

/** Makes empty stores those of an installation, the same in every folder without one. */
export async function createTestInstallation(
  stores: Pick<Stores, 'encryptedEvents' | 'documents'>,
  storageConfig: StorageConfig,
): Promise<void> {
  const { dataDir } = storageConfig;
  if (readInstallationFile(dataDir) === null) writeInstallationFile(dataDir, testInstallation);
  await createInstallation(stores, storageConfig, clock);
}

/** The stores of an installation in a data folder. */
export async function openTestInstallation(dataDir: string): Promise<Stores> {
  const storageConfig = { dataDir, eventStoreUrl: null, mongoUrl: null };
  const stores = await openStores(storageConfig);
  await createTestInstallation(stores, storageConfig);
  return stores;
}
