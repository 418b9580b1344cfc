import { resolve } from 'node:path';
import { startPosition } from '#domain/shared/decider.ts';
import type { ListedDocuments } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { readKeyFile } from './key-file.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';

/** What exists only once a key was in use. `npm run feed` fills the stores without one. */
const keyedSpaces: readonly string[] = [
  documentSpaces.keyCheck,
  documentSpaces.subjectKeys,
  documentSpaces.credentials,
];

type KeyedStores = { encryptedEvents: Pick<EventStore, 'head'>; documents: Pick<ListedDocuments, 'spaces'> };

/** A lost key must not be replaced by a new one, which would look like the right one. Throws StartupError. */
export async function assertKeyPresent(
  storageConfig: StorageConfig,
  { encryptedEvents, documents }: KeyedStores,
): Promise<void> {
  const { dataDir, credentialKey = null } = storageConfig;
  if (credentialKey !== null || readKeyFile(dataDir, 'credential.key') !== null) return;
  const spaces = await documents.spaces();
  const isUnused = spaces.length === 0 && (await encryptedEvents.head()) === startPosition;
  if (isUnused || (spaces.length > 0 && !spaces.some((space) => keyedSpaces.includes(space)))) return;
  throw new StartupError(
    `credential.key is missing in DATA_DIR ${resolve(dataDir)}, and the accounts there were made under it: restore it from a backup, or give the CREDENTIAL_KEY of then`,
  );
}
