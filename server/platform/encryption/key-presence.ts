import { resolve } from 'node:path';
import { startPosition } from '#domain/shared/decider.ts';
import type { ListedDocuments } from '#projections/store/port.ts';
import { readKeyFile } from './key-file.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';

type KeyedStores = { encryptedEvents: Pick<EventStore, 'head'>; documents: Pick<ListedDocuments, 'spaces'> };

/** A lost key must not be replaced by a new one, which would look like the right one. Throws StartupError. */
export async function assertKeyPresent(
  storageConfig: StorageConfig,
  { encryptedEvents, documents }: KeyedStores,
): Promise<void> {
  const { dataDir, credentialKey = null } = storageConfig;
  if (credentialKey !== null || readKeyFile(dataDir, 'credential.key') !== null) return;
  if ((await encryptedEvents.head()) === startPosition && (await documents.spaces()).length === 0) return;
  throw new StartupError(
    `credential.key is missing in DATA_DIR ${resolve(dataDir)}, and the accounts there were made under it: restore it from a backup, or give the CREDENTIAL_KEY of then`,
  );
}
