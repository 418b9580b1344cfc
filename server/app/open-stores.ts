import type { Logger } from 'pino';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { writeShutdownMarker, clearShutdownMarker } from '#server/modules/audit/hash-chain/chain-shutdown-marker.ts';
import type { Config } from '#server/platform/config/config.ts';
import { assertKeyPresent } from '#server/platform/encryption/key-presence.ts';
import type { EventOpener } from '#server/platform/encryption/open-events.ts';
import type { ClaimOwner } from '#server/platform/outbox/claims.ts';
import { createPresence, solePresence } from '#server/platform/presence/presence.ts';
import type { Probe } from '#server/platform/storage/probe.ts';
import { openHistoryViews, openStores, type Stores } from '#server/platform/storage/stores.ts';
import { verifyStores } from '#server/platform/storage/verify-stores.ts';
import { loadKeys, selectClock, type ServerKeys } from '#server/platform/modules/platform.ts';
import type { ShutdownHooks } from './shutdown.ts';

type OpenedStores = {
  openEvents: EventOpener;
  stores: Stores;
  historyViews: LeasedViewStore;
  keys: ServerKeys;
  probes: Probe[];
  presence: ClaimOwner;
};

/** Opens the stores that the configuration names and checks that they belong together. Throws StartupError. */
export async function openAllStores(config: Config, log: Logger, hooks: ShutdownHooks): Promise<OpenedStores> {
  const rawStores = await openStores(config, log);
  hooks.push(rawStores.close);
  await assertKeyPresent(config, rawStores);
  const keys = loadKeys(config);
  const { documents } = rawStores;
  const presence = config.mongoUrl === null ? solePresence : createPresence({ documents, role: config.role, log });
  hooks.push(presence.stop);
  const historyViews = await openHistoryViews(config);
  hooks.push(historyViews.close);
  const verified = await verifyStores({
    stores: rawStores,
    historyViews,
    storageConfig: config,
    credentialKey: keys.credentials,
    clock: selectClock(config, rawStores.events),
    log,
    presence,
  });
  if (config.eventStoreUrl === null && config.mongoUrl === null) {
    await clearShutdownMarker(historyViews);
    hooks.push(() => writeShutdownMarker(verified.stores.encryptedEvents, historyViews));
  }
  const historyProbe = {
    failureMessage: 'The history refuses writes.',
    check: async () => historyViews.checkHealth?.(),
  };
  const { stores, openEvents, probes, ensureTrusted: ensureConfirmed } = verified;
  const present = { ...presence, ensureConfirmed };
  return { stores, openEvents, probes: [...probes, historyProbe], historyViews, keys, presence: present };
}
