import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { assertOneInstallation } from '#server/platform/storage/installation.ts';
import { assertNoUnfinishedMigration } from '#server/platform/storage/migration-marker.ts';
import { openLog, openStores, type Stores } from '#server/platform/storage/stores.ts';
import { describeStorage } from './describe-storage.ts';

/** The stores of one installation, for a command that changes them. Throws StartupError, and where there is no log. */
export async function openExistingStores(storageConfig: StorageConfig): Promise<Stores> {
  await (await openLog(storageConfig)).close();
  const stores = await openStores(storageConfig);
  try {
    await assertNoUnfinishedMigration(stores.documents, describeStorage(storageConfig));
    await assertOneInstallation(stores, storageConfig);
    return stores;
  } catch (error) {
    await stores.close();
    throw error;
  }
}
