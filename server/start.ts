import { type Logger, pino } from 'pino';
import { projections } from '#projections/all.ts';
import { createApp, createBareApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, loadConfig } from './config.ts';
import type { Context } from './context.ts';
import { derivedKey } from './credentials/keys.ts';
import { openVault } from './credentials/vault.ts';
import { generatedKey } from './data-folder.ts';
import { dutiesOf, leadScouting, leadViews } from './duties.ts';
import { commandHandler } from './handle.ts';
import { noteDurable } from './http/durable.ts';
import { healthRoutes } from './http/health.ts';
import { createLimits } from './http/limits.ts';
import { listen } from './http/listen.ts';
import { createSessions } from './http/sessions.ts';
import type { Intake } from './intake/intake.ts';
import { openIntake } from './intake/open.ts';
import { intakeRoutes } from './intake/routes.ts';
import { attachLive, type Live } from './live.ts';
import { startTail } from './live/tail.ts';
import type { Leader } from './leading.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Applied } from './projector.ts';
import { progress } from './projector/progress.ts';
import { watchViews } from './projector/watch.ts';
import { type Feed, readFeeds } from './scout/connectors/config.ts';
import { openScouting } from './scouting.ts';
import { openStores, type Stores } from './stores.ts';
import { trustStores } from './trusted-stores.ts';
import { createEmails } from './users/emails.ts';
import { startFirstAdmin } from './users/first-admin.ts';

/** The product at work in this process. */
export type Running = {
  /** Where it listens. */
  url: string;
  context: Context;
  /** Takes listings where this process serves the web, or scouts. */
  intake: Intake;
  /** Finishes what is under way, then closes everything. */
  close: () => Promise<void>;
};

/**
 * Starts the whole product with the environment given; it answers when this resolves, while listings wait until the
 * scout knows its members. Throws StartRefused where it cannot start.
 */
export async function startServer(env: Record<string, string | undefined>): Promise<Running> {
  const config = loadConfig(env);
  const log = pino(
    { level: config.logLevel, serializers: { err: errorInLog } },
    pino.destination({ fd: 2, sync: true }),
  );
  const stores = await openStores(config, log);
  const stops: Stops = [stores.close];
  const close = async () => {
    for (const stop of stops.splice(0).toReversed()) {
      await stop().catch((error: unknown) => log.error({ err: error }, 'A part did not end in peace'));
    }
  };
  try {
    return { ...(await assemble({ config, log, stores }, stops)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Given = { config: Config; log: Logger; stores: Stores };

type Stops = (() => Promise<void>)[];

async function assemble({ config, log, stores: opened }: Given, stops: Stops): Promise<Omit<Running, 'close'>> {
  const feeds = feedsOf(config);
  const keys = keysOf(config);
  const given = { stores: opened, places: config, credentialKey: keys.credentials, log };
  const { stores, probes } = await trustStores(given);
  const http = await listen(config);
  const { servesWeb, keepsViews, takesListings, scouts, isShared } = dutiesOf(config);
  const metrics = createMetrics();
  const seen = progress();
  const watch = watchViews(isShared, seen, { ...stores, projections });
  const context = createContext({ config, keys, stores, log, caughtUp: watch.caughtUp });
  const { intake, begin: takeListings, stop: stopIntake } = openIntake({ context, views: stores.views, isShared });
  const scouting = openScouting({ context, views: stores.views, feeds, intake });
  const leaders: Leader[] = [];
  const leads = (task: string) => leaders.some((leader) => leader.task === task && leader.isLeading());
  const health = healthRoutes({
    ...{ config, projector: watch, metrics, probes, leaders },
    needsViews: () => servesWeb || leads('projector'),
    lacks: () => (!servesWeb && leads('scout') ? scouting.lacks() : null),
  });
  const answering = { context, health, answered: metrics.answered };
  const web = { ...answering, views: watch, intake: intakeRoutes({ context, intake }) };
  http.server.on('request', servesWeb ? createApp(web) : createBareApp(answering));
  const live = servesWeb ? attachLive(http.server, context) : null;
  stops.push(watch.stop, stopIntake, () => all(leaders.map(({ stop }) => stop)));
  if (live && isShared) stops.push(startTail({ ...stores, ...live, projections, watch, log }).stop);
  stops.push(() => all([http.close, ...(live ? [live.close] : [])]));

  // Where others may keep the views, the log tells what is live.
  const onApplied = tellApplied(metrics, isShared ? null : live);
  if (keepsViews) leaders.push(leadViews({ context, stores, metrics, seen, onApplied }));
  if (servesWeb) stops.push((await startFirstAdmin(context)).stop);
  if (takesListings) takeListings();
  if (scouts) leaders.push(leadScouting(context, stores, scouting));
  return { url: http.url, context, intake };
}

function tellApplied(metrics: Metrics, live: Live | null) {
  return async (batch: Applied) => {
    metrics.applied(batch);
    await live?.written(batch.events);
    await live?.applied(batch);
  };
}

async function all(stops: Stops): Promise<void> {
  await Promise.all(stops.map((stop) => stop()));
}

/** The libraries' errors carry what a person sent; the log must not. */
function errorInLog(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause instanceof Error && { cause: cause.message }) };
}

function feedsOf({ feeds }: Config): Feed[] {
  return feeds === null ? [] : readFeeds(feeds);
}

type Keys = { credentials: string; sessions: string };

function keysOf({ dataDir, credentialKey, sessionSecret }: Config): Keys {
  return {
    credentials: credentialKey ?? generatedKey(dataDir, 'credential.key'),
    sessions: sessionSecret ?? generatedKey(dataDir, 'session.key'),
  };
}

type Basis = { config: Config; keys: Keys; stores: Stores } & Pick<Context, 'log' | 'caughtUp'>;

function createContext({ config, keys, stores, log, caughtUp }: Basis): Context {
  const { events, views, documents } = stores;
  const clock = systemClock;
  const handle = commandHandler(events, clock, noteDurable);
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  return {
    config,
    clock,
    log,
    events,
    views,
    documents,
    handle,
    caughtUp,
    vault: openVault({ documents, key: keys.credentials, recoverable: config.passwordReveal !== 'off' }),
    emails: createEmails({ events, views, handle, clock, key: derivedKey(keys.credentials, 'email claims') }),
    sessions: createSessions({ documents, clock, secret: keys.sessions, secure: isHttps }),
    limits: createLimits(config.rates),
  };
}
