import { resolve } from 'node:path';
import { start } from '#domain/shared/decider.ts';
import type { ListedDocuments } from '#projections/store/port.ts';
import { keyInFolder } from './key-file.ts';
import { StartRefused } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Places } from '#server/platform/config/places.ts';

type Stores = { stored: Pick<EventStore, 'head'>; documents: Pick<ListedDocuments, 'spaces'> };

/** A key that is lost is not to be followed by a new one, which would look like the right one. Throws StartRefused. */
export async function refuseMissingKey(places: Places, { stored, documents }: Stores): Promise<void> {
  const { dataDir, credentialKey = null } = places;
  if (credentialKey !== null || keyInFolder(dataDir, 'credential.key') !== null) return;
  if ((await stored.head()) === start && (await documents.spaces()).length === 0) return;
  throw new StartRefused(
    `credential.key is missing in DATA_DIR ${resolve(dataDir)}, and the accounts there were made under it: restore it from a backup, or give the CREDENTIAL_KEY of then`,
  );
}
