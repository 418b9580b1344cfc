import type { Logger } from 'pino';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { closeChain, openChain } from '#server/modules/audit/hash-chain/closing.ts';
import type { Config } from '#server/platform/config/config.ts';
import { refuseMissingKey } from '#server/platform/encryption/missing-key.ts';
import type { Probe } from '#server/platform/storage/probe.ts';
import { openHistoryViews, openStores, type Stores } from '#server/platform/storage/stores.ts';
import { trustStores } from '#server/platform/storage/trusted-stores.ts';
import { type Keys, keysOf } from './services.ts';
import type { ShutdownHooks } from './shutdown.ts';

type Opened = { stores: Stores; historyViews: LeasedViewStore; keys: Keys; probes: Probe[] };

/** Opens the stores that the configuration names and checks that they belong together. Throws StartRefused. */
export async function openAllStores(config: Config, log: Logger, hooks: ShutdownHooks): Promise<Opened> {
  const opened = await openStores(config, log);
  hooks.push(opened.close);
  await refuseMissingKey(config, opened);
  const keys = keysOf(config);
  const trusted = await trustStores({ stores: opened, places: config, credentialKey: keys.credentials, log });
  const historyViews = await openHistoryViews(config);
  hooks.push(historyViews.close);
  if (config.eventStoreUrl === null && config.mongoUrl === null) {
    await openChain(historyViews);
    hooks.push(() => closeChain(trusted.stores.stored, historyViews));
  }
  return { ...trusted, historyViews, keys };
}
