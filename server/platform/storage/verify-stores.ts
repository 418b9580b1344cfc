import type { Logger } from 'pino';
import { StoreDamaged, type ViewStore } from '#projections/store/port.ts';
import { assertNoUnfinishedRotation } from '#server/platform/encryption/key-rotation.ts';
import { assertSameKey } from '#server/platform/encryption/key-check.ts';
import type { Clock } from '#server/lib/clock.ts';
import { StartupError } from '#server/lib/errors.ts';
import { withWholeStreams } from '#server/platform/event-store/damage.ts';
import { withIntegrityCheck } from '#server/platform/event-store/guarded-store.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { assertOneInstallation, createInstallation } from './installation.ts';
import type { Presence } from '#server/platform/presence/presence.ts';
import type { Probe } from './probe.ts';
import { assertSameLog } from './log-identity.ts';
import { createDamageReports } from '#server/platform/subscriptions/damage-reports.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { ensureCheckpoint, checkpointIds } from '#server/platform/subscriptions/checkpoints.ts';
import type { Stores } from './stores.ts';
import { createEventReader, openEncryptedLog } from '#server/platform/encryption/encrypted-event-store.ts';
import type { EventOpener } from '#server/platform/encryption/open-events.ts';
import { findLostKeys } from '#server/platform/encryption/key-integrity.ts';
import { assertNoUnfinishedMigration } from './migration-marker.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

type VerifyStoresDeps = {
  stores: Stores;
  historyViews: Pick<ViewStore, 'checkpoints'>;
  storageConfig: StorageConfig;
  credentialKey: string;
  clock: Clock;
  log: Logger;
  presence: Presence;
};

type VerifiedStores = {
  stores: Stores;
  openEvents: EventOpener;
  probes: Probe[];
  /** Resolves where the checks have passed and the presence is confirmed; else checks again. Throws what they throw. */
  ensureTrusted: () => Promise<void>;
};

/**
 * The stores as the server uses them. Nothing is appended before the checks have passed: the stores are intact, the
 * stores and the data folder are those of one installation, the accounts belong to this key, and the log is the one
 * that its readers know; single damaged events and lost keys are reported to admins. Where a store is unavailable at
 * the start the checks run later. `probes` report failures. Throws StartupError.
 */
export async function verifyStores({
  stores,
  historyViews,
  storageConfig,
  credentialKey,
  clock,
  log,
  presence,
}: VerifyStoresDeps): Promise<VerifiedStores> {
  const where = storageConfig.mongoUrl === null ? 'DATA_DIR' : 'MONGODB_URL';
  // A command that needs all processes stopped looks for their presence once it has put its mark.
  const recheck = async () => {
    await presence.announce();
    await assertNoUnfinishedMigration(stores.documents, where).catch(toStoreDamaged);
    await assertNoUnfinishedRotation(stores.documents, where).catch(toStoreDamaged);
    const isInstalled = await assertOneInstallation(stores, storageConfig).catch(toStoreDamaged);
    await assertSameKey(stores.documents, credentialKey, where).catch(toStoreDamaged);
    return isInstalled;
  };
  const failedEvents = createFailedEvents({ documents: stores.documents, clock, log });
  const damage = createDamageReports({ failedEvents, log });
  const check = async () => {
    const isInstalled = await recheck();
    await stores.roots.load();
    for (const { cause, event, problem } of await findLostKeys(stores, where).catch(toStoreDamaged))
      await damage.add(cause, event, problem);
    await assertSameLog(stores.events, { ...stores, historyViews });
    if (!isInstalled) await createInstallation(stores, storageConfig, clock).catch(toStoreDamaged);
    await Promise.all(checkpointIds.map((id) => ensureCheckpoint(stores.documents, stores.events, id)));
  };
  const readEvents = createEventReader(stores.subjectKeys);
  const openEvents: EventOpener = async (storedEvents) => damage.observe(await readEvents(storedEvents));
  const openedLog = openEncryptedLog(stores.encryptedEvents, stores.subjectKeys, openEvents);
  const events = withIntegrityCheck(withWholeStreams(openedLog), {
    check,
    recheck: async () => {
      await recheck();
    },
    isCurrent: presence.isConfirmed,
  });
  const logStoreError = (error: unknown) => {
    if (error instanceof StoreDamaged) log.fatal({ err: error }, 'Stores do not belong together: writing is disabled');
    else log.warn({ err: error }, 'Stores are unavailable');
  };
  await events.ensureTrusted().catch((error: unknown) => {
    if (error instanceof StoreDamaged && error.cause instanceof StartupError) throw error.cause;
    logStoreError(error);
  });
  return {
    stores: { ...stores, events },
    openEvents,
    probes: createProbes(stores, events.ensureTrusted),
    ensureTrusted: events.ensureTrusted,
  };
}

function createProbes({ events, views, documents }: Stores, ensureTrusted: () => Promise<void>): Probe[] {
  return [
    { failureMessage: 'The event store is unreachable.', check: () => events.head() },
    { failureMessage: 'The view store is unreachable.', check: () => views.checkpoints() },
    {
      failureMessage: 'The session and credential store is unreachable.',
      check: () => documents.get(documentSpaces.sessions, 'nobody'),
    },
    { failureMessage: 'The stores are being checked.', check: ensureTrusted },
    { failureMessage: 'The event store refuses writes.', check: async () => events.checkHealth?.() },
    { failureMessage: 'The view store refuses writes.', check: async () => views.checkHealth?.() },
    {
      failureMessage: 'The store of sessions and credentials refuses writes.',
      check: async () => documents.checkHealth?.(),
    },
  ];
}

/** Found while the server is running already, it does not end the process: reading continues. */
function toStoreDamaged(error: unknown): never {
  throw error instanceof StartupError ? new StoreDamaged(error.message, { cause: error }) : error;
}
