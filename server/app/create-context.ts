import { type Clock, clockIn, systemClock } from '#server/lib/clock.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Context } from './context.ts';
import { derivedKey } from '#server/platform/encryption/keys.ts';
import { openTemporaryPasswords } from '#server/modules/users/passwords/temporary.ts';
import { openVault } from '#server/modules/users/passwords/vault.ts';
import { generatedKey } from '#server/platform/encryption/key-file.ts';
import { commandHandler } from '#server/platform/commands/handle.ts';
import { openHistoryDesk } from '#server/modules/audit/desk.ts';
import { noteDurable } from '#server/platform/http/routing/durable.ts';
import { createLimits } from '#server/platform/http/middleware/limits.ts';
import { createSessions } from '#server/platform/http/session/sessions.ts';
import { createPast } from '#server/modules/alerts/listings/past.ts';
import { openPush } from '#server/modules/alerts/push/subscriptions.ts';
import { createPasses } from '#server/modules/sources/registry/passes.ts';
import { openSources } from '#server/modules/sources/registry/sources.ts';
import { openFormTokens } from '#server/modules/intake/owner-offers/form-tokens.ts';
import { openSellers } from '#server/modules/intake/owner-offers/sellers.ts';
import { openForgetting } from '#server/modules/privacy/forgetting.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { createMembersOfThePast } from '#server/modules/audit/point-in-time/member-tables/members.ts';
import { createEmails } from '#server/modules/users/accounts/emails.ts';
import { openPasswordRequests } from '#server/modules/users/accounts/forgot-password.ts';

/** In base64. */
export type Keys = { credentials: string; sessions: string };

/** Those given, or else kept in the data folder and made there at the first start. Throws StartRefused. */
export function keysOf({ dataDir, credentialKey, sessionSecret }: Config): Keys {
  return {
    credentials: credentialKey ?? generatedKey(dataDir, 'credential.key'),
    sessions: sessionSecret ?? generatedKey(dataDir, 'session.key'),
  };
}

type Basis = { config: Config; keys: Keys; stores: Stores; historyViews: LeasedViewStore } & Pick<
  Context,
  'log' | 'caughtUp'
> & {
    clock?: Clock;
    /** The name of the session cookie, where it is not the usual one. */
    cookie?: string;
  };

export function createContext({ config, keys, stores, historyViews, log, caughtUp, ...own }: Basis): Context {
  const { events, stored, views, documents, subjectKeys, roots, scrub } = stores;
  const { clock = clockOf(config), ...cookie } = own;
  const handle = commandHandler(events, clock, noteDurable);
  const emails = createEmails({ events, views, handle, clock, key: () => roots.of('email claims') });
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const sessions = createSessions({ documents, clock, secret: keys.sessions, secure: isHttps, ...cookie });
  const vault = openVault({ documents, key: keys.credentials, recoverable: config.passwordReveal !== 'off' });
  const sellersKey = derivedKey(keys.credentials, 'sellers');
  const sellers = openSellers({ documents, clock, key: sellersKey, days: config.retentionDays });
  const passwordRequests = openPasswordRequests({ documents, emails, handle, clock, log });
  const forgetters = { events, documents, subjectKeys, sessions, vault, emails, passwordRequests, sellers };
  return {
    config,
    clock,
    log,
    events,
    stored,
    views,
    documents,
    leases: views.leases,
    handle,
    caughtUp,
    desk: openHistoryDesk({
      events,
      documents,
      clock,
      log,
      views: historyViews,
      leases: views.leases,
      places: placesOf(config),
    }),
    past: createPast({ views, clock, log }),
    membersOfThePast: openMembersOfThePast({ config, keys, clock, log }),
    passes: createPasses({ documents, clock, log }),
    sources: openSources({ documents, events, clock, log }),
    sellers,
    formTokens: openFormTokens({ documents, clock, key: derivedKey(keys.credentials, 'sell forms') }),
    vault,
    temporaryPasswords: openTemporaryPasswords({
      events,
      clock,
      key: derivedKey(keys.credentials, 'temporary passwords'),
    }),
    passwordRequests,
    emails,
    sessions,
    push: openPush({ config, documents, clock, sessions, log, seed: derivedKey(keys.credentials, 'web push') }),
    limits: createLimits(config.rates),
    subjectKeys,
    forgetting: openForgetting({ ...forgetters, clock, log, scrub, dataDir: config.dataDir }),
  };
}

function openMembersOfThePast({
  config,
  keys,
  clock,
  log,
}: Pick<Basis, 'config' | 'keys' | 'log'> & Pick<Context, 'clock'>) {
  return createMembersOfThePast({
    clock,
    log,
    places: { ...placesOf(config), credentialKey: keys.credentials },
    isShared: config.eventStoreUrl !== null && config.mongoUrl !== null,
  });
}

/** Where the log and the views lie. */
function placesOf({ dataDir, eventStoreUrl, mongoUrl }: Config) {
  return { dataDir, eventStoreUrl, mongoUrl };
}

function clockOf({ clockFile }: Config): Clock {
  return clockFile === null ? systemClock : clockIn(clockFile);
}
