import type { Logger } from 'pino';
import type { Clock } from '#server/lib/clock.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { assertNoUnfinishedRotation } from '#server/platform/encryption/key-rotation.ts';
import { createPresence, solePresence } from '#server/platform/presence/presence.ts';
import { createInstallation } from '#server/platform/storage/installation.ts';
import { assertNoUnfinishedMigration } from '#server/platform/storage/migration-marker.ts';
import { openStores, type Stores } from '#server/platform/storage/stores.ts';
import { describeStorage } from './describe-storage.ts';

type JoinOptions = { role: string; clock: Clock; log: Logger };

/**
 * The stores for a command that writes beside the servers: it is present as they are, for commands that need all
 * processes stopped. Throws StartupError, also where such a command is at work.
 */
export async function joinStores(
  storageConfig: StorageConfig,
  { role, clock, log }: JoinOptions,
): Promise<{ stores: Stores; leave: () => Promise<void> }> {
  const stores = await openStores(storageConfig);
  const { documents } = stores;
  const presence = storageConfig.mongoUrl === null ? solePresence : createPresence({ documents, role, log });
  const leave = async () => {
    await presence.stop();
    await stores.close();
  };
  try {
    await presence.announce();
    const where = describeStorage(storageConfig);
    await assertNoUnfinishedMigration(documents, where);
    await assertNoUnfinishedRotation(documents, where);
    await createInstallation(stores, storageConfig, clock);
    return { stores, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}
