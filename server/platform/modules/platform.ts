import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Documents, LeasedViewStore, Leases, ViewReader } from '#projections/store/port.ts';
import { type Clock, createFileClock, systemClock } from '#server/lib/clock.ts';
import type { Bus } from '#server/platform/bus/bus.ts';
import { createCommandHandler, type CommandHandler } from '#server/platform/commands/command-handler.ts';
import type { Config } from '#server/platform/config/config.ts';
import { loadOrCreateKey } from '#server/platform/encryption/key-file.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createRateLimits, type RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';
import { createSessions, type Sessions } from '#server/platform/http/session/sessions.ts';
import type { ProjectionTracker, WaitForProjections } from '#server/platform/projector/projection-progress.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import type { FailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';

/** In base64. */
export type ServerKeys = { credentials: string; sessions: string };

/** What any part of a module may need. Reading a stream with a damaged event throws StreamDamaged. */
type Core = {
  config: Config;
  clock: Clock;
  log: Logger;
  events: EventStore;
  views: ViewReader;
  documents: Documents;
  handle: CommandHandler;
  /** Resolves once these views, or all, have applied `position`, or after 2 s. */
  waitForProjections: WaitForProjections;
  waitForHead: ProjectionTracker['waitForHead'];
};

/** What the work in the background needs. */
type Runtime = {
  /** The metrics of this process. */
  registry: Registry;
  /** Leases that all processes of the installation share. */
  leases: Leases;
  /** Whether other processes may share the work. */
  isShared: boolean;
  /** Messages between all processes of the installation. */
  bus: Bus;
  /** Resolves when the views are built. */
  viewsReady: Promise<void>;
  run: RunSubscriber;
  failedEvents: FailedEvents;
  /** The views as their projector writes them. */
  viewStore: LeasedViewStore;
  historyViews: LeasedViewStore;
};

/** What answers to requests need. */
type Site = {
  keys: ServerKeys;
  sessions: Sessions;
  limits: RateLimits;
  /** The address of the site. */
  url: () => string;
};

/** What all modules are built from. */
export type Platform = Omit<Stores, 'views' | 'documents'> & Core & Runtime & Site;

export type DocumentDeps = Pick<Platform, 'documents' | 'clock' | 'log'>;
export type ViewDeps = Pick<Platform, 'views' | 'documents' | 'clock'>;
export type ReadDeps = Pick<Platform, 'views' | 'events' | 'clock'>;
export type StreamDeps = Pick<Platform, 'events' | 'handle' | 'clock'>;

type PlatformDeps = Omit<Platform, 'views' | 'viewStore' | 'handle' | 'leases' | 'isShared' | 'sessions' | 'limits'> & {
  views: LeasedViewStore;
  /** The name of the session cookie, where it is not the default one. */
  cookie?: string;
};

export function createPlatform({ cookie, ...deps }: PlatformDeps): Platform {
  const { config, clock, documents, events, views, keys } = deps;
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const secret = keys.sessions;
  const isShared = config.mongoUrl !== null;
  return {
    ...deps,
    viewStore: views,
    leases: views.leases,
    isShared,
    handle: createCommandHandler(events, clock, recordWritePosition),
    sessions: createSessions({ documents, clock, secret, secure, ...(cookie !== undefined && { cookie }) }),
    limits: createRateLimits(config.rates, isShared ? { documents, secret } : null),
  };
}

/** The clock that the configuration names, else that of the log's server, else the system's. */
export function selectClock(
  { clockFile }: Pick<Config, 'clockFile'>,
  { clockOffsetMs }: Pick<EventStore, 'clockOffsetMs'>,
): Clock {
  if (clockFile !== null) return createFileClock(clockFile);
  return clockOffsetMs === undefined ? systemClock : () => new Date(Date.now() + clockOffsetMs());
}

/**
 * Reads the keys from the configuration, else from the data folder, where the first start creates them. Throws
 * StartupError.
 */
export function loadKeys({
  dataDir,
  credentialKey,
  sessionSecret,
}: Pick<Config, 'dataDir' | 'credentialKey' | 'sessionSecret'>): ServerKeys {
  return {
    credentials: credentialKey ?? loadOrCreateKey(dataDir, 'credential.key'),
    sessions: sessionSecret ?? loadOrCreateKey(dataDir, 'session.key'),
  };
}
