import type { LeasedViewStore } from '#projections/store/port.ts';
import { createDeadLetterService } from '#server/modules/alerts/dead-letters/dead-letter-service.ts';
import { createMemberChannels } from '#server/modules/alerts/member-channels/member-channels.ts';
import { createPush } from '#server/modules/alerts/push/subscriptions.ts';
import { createDealFinder } from '#server/modules/alerts/listings/find-deal.ts';
import { startRecentListingsSearch } from '#server/modules/alerts/listings/recent-listings-search.ts';
import { createAuditLog } from '#server/modules/audit/audit-log.ts';
import { createPastMemberTables } from '#server/modules/audit/point-in-time/member-tables/past-member-tables.ts';
import { createFormTokens } from '#server/modules/intake/owner-offers/form-tokens.ts';
import { createSellers } from '#server/modules/intake/owner-offers/seller-contacts.ts';
import { createPictures, type Pictures } from '#server/modules/pictures/pictures.ts';
import { createSavedPictures } from '#server/modules/pictures/saved-pictures.ts';
import { createErasureService } from '#server/modules/privacy/account-erasure.ts';
import type { PersonalDataDeps } from '#server/modules/privacy/personal-data.ts';
import { createPersonalDataRegistry } from '#server/modules/privacy/personal-data-registry.ts';
import { openPictureFetcher } from '#server/modules/sources/feeds/open-picture-fetcher.ts';
import { createScoutActivityTracker } from '#server/modules/sources/registry/scout-activity.ts';
import { createSourceServices } from '#server/modules/sources/registry/source-services.ts';
import { createRowReports } from '#server/modules/intake/row-reports/row-reports.ts';
import { createEmailRegistry } from '#server/modules/users/accounts/email-registry.ts';
import { createPasswordRequests } from '#server/modules/users/accounts/forgot-password.ts';
import { createTemporaryPasswords } from '#server/modules/users/passwords/temporary-passwords.ts';
import { createVault } from '#server/modules/users/passwords/vault.ts';
import type { Config } from '#server/platform/config/config.ts';
import { loadOrCreateKey } from '#server/platform/encryption/key-file.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { createOutbox } from '#server/platform/outbox/outbox.ts';
import { withDamagedStreams } from '#server/platform/event-store/damage.ts';
import { createRateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { createSessions } from '#server/platform/http/session/sessions.ts';
import { createBlobs } from '#server/platform/storage/blobs.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import type { Platform } from './platform.ts';
import type { ShutdownHooks } from './shutdown.ts';

/** In base64. */
export type ServerKeys = { credentials: string; sessions: string };

/**
 * Reads the keys from the configuration, else from the data folder, where the first start creates them. Throws
 * StartupError.
 */
export function loadKeys({ dataDir, credentialKey, sessionSecret }: Config): ServerKeys {
  return {
    credentials: credentialKey ?? loadOrCreateKey(dataDir, 'credential.key'),
    sessions: sessionSecret ?? loadOrCreateKey(dataDir, 'session.key'),
  };
}

type ServiceDeps = {
  platform: Platform;
  keys: ServerKeys;
  stores: Stores;
  historyViews: LeasedViewStore;
  /** The name of the session cookie; the default one unless given. */
  cookie?: string;
};

/** The services of each module, by module, each built from the platform and from those above it. */
export type Services = ReturnType<typeof createServices>;

export function createServices({ platform, keys, stores, historyViews, cookie }: ServiceDeps) {
  const http = createHttpServices(platform, keys, cookie);
  const users = createUserServices(platform, keys, stores);
  const pictures = createPictures({ ...platform, blobs: createBlobs(platform.config, platform.documents) });
  const savedPictures = createSavedPictures({ ...platform, pictures, openFetcher: openPictureFetcher });
  const intake = { ...createIntakeServices(platform, keys, pictures), pictures, savedPictures };
  const channels = createAlertServices(platform, keys, http);
  const alerts = { ...channels, deadLetters: createDeadLetterService({ ...platform, ...users, ...channels }) };
  const audit = createAuditServices(platform, keys, { stores, historyViews });
  const privacy = createPrivacyServices(platform, stores, {
    http,
    users,
    audit,
    sellers: intake.sellers,
    pictures,
    links: alerts.channels.links,
  });
  return { platform, http, users, intake, alerts, audit, privacy };
}

/** What stops the services that work in the background. */
export function getBackgroundHooks({ intake, alerts, audit }: Services): ShutdownHooks {
  return [audit.auditLog.stop, alerts.recentListingsIndex.stop, intake.scoutActivity.stop, intake.sources.stats.stop];
}

/** What stops long work that a request or a worker began: workers wait for its end, so it stops before them. */
export function getLongWorkHooks({ users, audit }: Services): ShutdownHooks {
  return [audit.auditLog.verification.stop, users.passwordRequests.stop, audit.pastMemberTables.stop];
}

function createHttpServices({ config, documents, clock }: Platform, keys: ServerKeys, cookie: string | undefined) {
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const cookieOption = cookie === undefined ? {} : { cookie };
  return {
    sessions: createSessions({ documents, clock, secret: keys.sessions, secure, ...cookieOption }),
    limits: createRateLimits(config.rates, config.mongoUrl === null ? null : { documents, secret: keys.sessions }),
  };
}

function createUserServices(platform: Platform, keys: ServerKeys, { roots, views }: Pick<Stores, 'roots' | 'views'>) {
  const { config, events, documents, clock } = platform;
  const emails = createEmailRegistry({ ...platform, key: () => roots.get('email claims') });
  return {
    emails,
    vault: createVault({ documents, key: keys.credentials, recoverable: config.passwordReveal !== 'off' }),
    temporaryPasswords: createTemporaryPasswords({
      events,
      clock,
      key: deriveKey(keys.credentials, 'temporary passwords'),
    }),
    passwordRequests: createPasswordRequests({ ...platform, emails }),
    /** Leases that all processes of the installation share. */
    leases: views.leases,
  };
}

function createIntakeServices(
  { config, documents, events, clock, log }: Platform,
  { credentials }: ServerKeys,
  pictures: Pictures,
) {
  return {
    sources: createSourceServices({ documents, events, clock, log }),
    scoutActivity: createScoutActivityTracker({ documents, clock, log }),
    sellers: createSellers({
      documents,
      clock,
      key: deriveKey(credentials, 'seller contacts'),
      days: config.retentionDays,
      removePictures: pictures.removeOf,
    }),
    rowReports: createRowReports({ documents, clock, days: config.retentionDays }),
    formTokens: createFormTokens({ documents, clock, key: deriveKey(credentials, 'form tokens') }),
  };
}

function createAlertServices(
  platform: Platform,
  keys: ServerKeys,
  { sessions }: ReturnType<typeof createHttpServices>,
) {
  const push = createPush({ ...platform, sessions, seed: deriveKey(keys.credentials, 'web push') });
  const outbox = createOutbox(platform);
  const recentListingsIndex = startRecentListingsSearch(platform);
  return {
    push,
    outbox,
    channels: createMemberChannels({ ...platform, push, outbox, credentialKey: keys.credentials }),
    recentListingsIndex,
    findDeal: createDealFinder(recentListingsIndex),
  };
}

type AuditServiceDeps = Pick<ServiceDeps, 'historyViews'> & {
  stores: Pick<Stores, 'encryptedEvents' | 'views' | 'subjectKeys'>;
};

function createAuditServices(platform: Platform, keys: ServerKeys, { stores, historyViews }: AuditServiceDeps) {
  const { config, clock, log } = platform;
  const { dataDir, eventStoreUrl, mongoUrl } = config;
  const storageConfig = { dataDir, eventStoreUrl, mongoUrl };
  return {
    /** Streams as stored, with personal data still encrypted. */
    encryptedEvents: stores.encryptedEvents,
    auditLog: createAuditLog({
      ...platform,
      events: { ...platform.events, ...withDamagedStreams(platform.events, 'types') },
      views: historyViews,
      leases: stores.views.leases,
      storageConfig,
      tokensOf: stores.subjectKeys.tokens.listOf,
    }),
    pastMemberTables: createPastMemberTables({
      clock,
      log,
      storageConfig: { ...storageConfig, credentialKey: keys.credentials },
      isShared: eventStoreUrl !== null && mongoUrl !== null,
    }),
  };
}

type PrivacyDeps = Omit<PersonalDataDeps, 'platform' | 'subjectKeys'>;

function createPrivacyServices(platform: Platform, { subjectKeys, scrub }: Stores, modules: PrivacyDeps) {
  const personalData = createPersonalDataRegistry({ ...modules, platform, subjectKeys });
  return {
    personalData,
    subjectKeys,
    /** The users whom the tokens in stored events and documents stand for. */
    findSubjects: subjectKeys.tokens.findSubjects,
    accountErasure: createErasureService({ ...platform, scrub }, personalData),
  };
}
