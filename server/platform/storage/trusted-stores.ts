import type { Logger } from 'pino';
import { StoreDamaged } from '#projections/store/port.ts';
import { refuseUnfinishedRotation } from '#server/platform/encryption/rotation.ts';
import { refuseOtherKey } from '#server/platform/encryption/same-key.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { trustedLog } from '#server/platform/event-store/trusted.ts';
import type { Places } from '#server/platform/config/places.ts';
import type { Probe } from './probe.ts';
import { refuseOtherLog } from './same-log.ts';
import { beginAtHead, followers } from '#server/platform/event-store/cursor.ts';
import type { Stores } from './stores.ts';
import { refuseMissingKeys } from '#server/platform/encryption/whole.ts';
import { refuseUnfinishedMove } from './unfinished-move.ts';

type Given = { stores: Stores; places: Places; credentialKey: string; log: Logger };

/**
 * The stores as the server uses them. Nothing is appended before they are found to be whole, the accounts of this key,
 * and the log the one that its readers know; where a store is away at the start that is found out later. `probes` tell
 * what is wrong with them. Throws StartRefused.
 */
export async function trustStores({
  stores,
  places,
  credentialKey,
  log,
}: Given): Promise<{ stores: Stores; probes: Probe[] }> {
  const where = places.mongoUrl === null ? 'DATA_DIR' : 'MONGODB_URL';
  const check = async () => {
    await refuseUnfinishedMove(stores.documents, where).catch(asDamage);
    await refuseUnfinishedRotation(stores.documents, where).catch(asDamage);
    await refuseOtherKey(stores.documents, credentialKey, where).catch(asDamage);
    await stores.roots.load();
    await refuseMissingKeys(stores, where).catch(asDamage);
    await refuseOtherLog(stores.events, stores);
    for (const id of followers) await beginAtHead(stores.documents, stores.events, id);
  };
  const events = trustedLog(stores.events, check);
  const loudly = (error: unknown) => {
    if (error instanceof StoreDamaged)
      log.fatal({ err: error }, 'The stores do not belong together: nothing is written');
    else log.warn({ err: error }, 'The stores cannot be used just now');
  };
  await events.ensureTrusted().catch((error: unknown) => {
    if (error instanceof StoreDamaged && error.cause instanceof StartRefused) throw error.cause;
    loudly(error);
  });
  return {
    stores: { ...stores, events },
    probes: [
      { silent: 'The event store does not answer.', ask: () => stores.events.head() },
      { silent: 'The view store does not answer.', ask: () => stores.views.checkpoints() },
      {
        silent: 'The store of sessions and credentials does not answer.',
        ask: () => stores.documents.get('sessions', 'nobody'),
      },
      { silent: 'The stores are being checked.', ask: events.ensureTrusted },
    ],
  };
}

/** Found out when the server is at work already, it is no reason to end: reading goes on. */
function asDamage(error: unknown): never {
  throw error instanceof StartRefused ? new StoreDamaged(error.message, { cause: error }) : error;
}
