import type { LeasedViewStore } from '#projections/store/port.ts';
import { openPush } from '#server/modules/alerts/push/subscriptions.ts';
import { createPast } from '#server/modules/alerts/listings/past.ts';
import { openHistoryDesk } from '#server/modules/audit/desk.ts';
import { createMembersOfThePast } from '#server/modules/audit/point-in-time/member-tables/members.ts';
import { openFormTokens } from '#server/modules/intake/owner-offers/form-tokens.ts';
import { openSellers } from '#server/modules/intake/owner-offers/sellers.ts';
import { type AccountStores, openForgetting } from '#server/modules/privacy/forgetting.ts';
import { createPasses } from '#server/modules/sources/registry/passes.ts';
import { openSources } from '#server/modules/sources/registry/sources.ts';
import { createEmails } from '#server/modules/users/accounts/emails.ts';
import { openPasswordRequests } from '#server/modules/users/accounts/forgot-password.ts';
import { openTemporaryPasswords } from '#server/modules/users/passwords/temporary.ts';
import { openVault } from '#server/modules/users/passwords/vault.ts';
import type { Config } from '#server/platform/config/config.ts';
import { generatedKey } from '#server/platform/encryption/key-file.ts';
import { derivedKey } from '#server/platform/encryption/keys.ts';
import { createLimits } from '#server/platform/http/middleware/limits.ts';
import { createSessions } from '#server/platform/http/session/sessions.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import type { Platform } from './platform.ts';
import type { ShutdownHooks } from './shutdown.ts';

/** In base64. */
export type Keys = { credentials: string; sessions: string };

/** Reads the keys from the configuration, else from the data folder, where the first start makes them. Throws StartRefused. */
export function keysOf({ dataDir, credentialKey, sessionSecret }: Config): Keys {
  return {
    credentials: credentialKey ?? generatedKey(dataDir, 'credential.key'),
    sessions: sessionSecret ?? generatedKey(dataDir, 'session.key'),
  };
}

type ServiceParts = {
  platform: Platform;
  keys: Keys;
  stores: Stores;
  historyViews: LeasedViewStore;
  /** The name of the session cookie; the default one unless given. */
  cookie?: string;
};

/** The services of each module, by module, each built from the platform and from those above it. */
export type Services = ReturnType<typeof createServices>;

export function createServices({ platform, keys, stores, historyViews, cookie }: ServiceParts) {
  const http = createHttpServices(platform, keys, cookie);
  const users = createUserServices(platform, keys, stores);
  const intake = createIntakeServices(platform, keys);
  const alerts = createAlertServices(platform, keys, http);
  const audit = createAuditServices(platform, keys, { stores, historyViews });
  const privacy = createPrivacyServices(platform, { ...http, ...users, ...intake }, stores);
  return { platform, http, users, intake, alerts, audit, privacy };
}

/** What stops the services that work in the background. */
export function backgroundHooks({ intake, alerts }: Services): ShutdownHooks {
  return [alerts.past.stop, intake.passes.stop, intake.sources.figures.stop];
}

/** What stops long work that a request or a worker began: workers wait for its end, so it stops before them. */
export function longWorkHooks({ users, audit }: Services): ShutdownHooks {
  return [audit.desk.verification.stop, users.passwordRequests.stop, audit.membersOfThePast.stop];
}

function createHttpServices({ config, documents, clock }: Platform, keys: Keys, cookie: string | undefined) {
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const named = cookie === undefined ? {} : { cookie };
  return {
    sessions: createSessions({ documents, clock, secret: keys.sessions, secure, ...named }),
    limits: createLimits(config.rates),
  };
}

function createUserServices(platform: Platform, keys: Keys, { roots, views }: Pick<Stores, 'roots' | 'views'>) {
  const { config, events, documents, clock } = platform;
  const emails = createEmails({ ...platform, key: () => roots.of('email claims') });
  return {
    emails,
    vault: openVault({ documents, key: keys.credentials, recoverable: config.passwordReveal !== 'off' }),
    temporaryPasswords: openTemporaryPasswords({
      events,
      clock,
      key: derivedKey(keys.credentials, 'temporary passwords'),
    }),
    passwordRequests: openPasswordRequests({ ...platform, emails }),
    /** Leases that all processes of the installation share. */
    leases: views.leases,
  };
}

function createIntakeServices({ config, documents, events, clock, log }: Platform, { credentials }: Keys) {
  return {
    sources: openSources({ documents, events, clock, log }),
    passes: createPasses({ documents, clock, log }),
    sellers: openSellers({ documents, clock, key: derivedKey(credentials, 'sellers'), days: config.retentionDays }),
    formTokens: openFormTokens({ documents, clock, key: derivedKey(credentials, 'sell forms') }),
  };
}

function createAlertServices(platform: Platform, keys: Keys, { sessions }: ReturnType<typeof createHttpServices>) {
  return {
    push: openPush({ ...platform, sessions, seed: derivedKey(keys.credentials, 'web push') }),
    past: createPast(platform),
  };
}

type AuditParts = Pick<ServiceParts, 'historyViews'> & { stores: Pick<Stores, 'stored' | 'views'> };

function createAuditServices(platform: Platform, keys: Keys, { stores, historyViews }: AuditParts) {
  const { config, clock, log } = platform;
  const { dataDir, eventStoreUrl, mongoUrl } = config;
  const places = { dataDir, eventStoreUrl, mongoUrl };
  return {
    /** Streams as stored, with personal data still encrypted. */
    stored: stores.stored,
    desk: openHistoryDesk({ ...platform, views: historyViews, leases: stores.views.leases, places }),
    membersOfThePast: createMembersOfThePast({
      clock,
      log,
      places: { ...places, credentialKey: keys.credentials },
      isShared: eventStoreUrl !== null && mongoUrl !== null,
    }),
  };
}

function createPrivacyServices(platform: Platform, accounts: AccountStores, { subjectKeys, scrub }: Stores) {
  const { dataDir } = platform.config;
  return { subjectKeys, forgetting: openForgetting({ ...platform, subjectKeys, scrub, dataDir }, accounts) };
}
