import type { Logger } from 'pino';
import { StoreDamaged } from '#projections/store/port.ts';
import { refuseUnfinishedRotation } from '../credentials/rotation.ts';
import { refuseOtherKey } from '../credentials/same-key.ts';
import { StartRefused } from './data-folder.ts';
import { trustedLog } from '../event-store/trusted.ts';
import type { Places } from '../places.ts';
import type { Probe } from './probe.ts';
import { refuseOtherLog } from './same-log.ts';
import { beginAtHead, followers } from '../scout/cursor.ts';
import { dropHistory, type Stores } from './stores.ts';
import { sealLog } from '../privacy/seal-log.ts';
import { beginsPlain, isKnownSealed, isSealingOpen, noteSealed, refuseMissingKeys } from '../privacy/whole.ts';
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
    await sealOrSay(stores, places, log);
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

/** A log of an earlier version keeps in plain text what it was written with, until it is sealed; where it can be, that is done at once. */
async function sealOrSay(stores: Stores, places: Places, log: Logger): Promise<void> {
  if (await isKnownSealed(stores.documents)) return;
  const isOpen = await isSealingOpen(stores.documents);
  if (!isOpen && !(await beginsPlain(stores.stored))) return noteSealed(stores.documents);
  try {
    log.info('The log is of an earlier version: its personal data are being sealed, once');
    const dropped = () => dropHistory(places);
    const events = await sealLog({ ...stores, dropHistory: dropped }, nowAndThen(log));
    log.info({ events }, 'The personal data of the log are sealed');
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    log.warn(`The log holds personal data of an earlier version in plain text. ${error.message}`);
  }
}

const saidEvery = 3_000;

/** Whoever waits for the start is told that it goes on, and how far it has come. */
function nowAndThen(log: Logger) {
  let last = performance.now();
  return (done: string, events: number) => {
    if (performance.now() - last < saidEvery) return;
    last = performance.now();
    log.info(`Sealing the log: ${events.toLocaleString('en-US')} events ${done}`);
  };
}

/** Found out when the server is at work already, it is no reason to end: reading goes on. */
function asDamage(error: unknown): never {
  throw error instanceof StartRefused ? new StoreDamaged(error.message, { cause: error }) : error;
}
