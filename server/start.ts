import { type Logger, pino } from 'pino';
import { projections } from '#projections/all.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { createApp, createBareApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import type { Context } from './context.ts';
import { createContext, keysOf } from './create-context.ts';
import { derivedKey } from './credentials/keys.ts';
import { refuseMissingKey } from './credentials/missing-key.ts';
import { dutiesOf, leadScouting, leadViews } from './duties/duties.ts';
import { leadErrands } from './duties/errands.ts';
import { closeChain, openChain } from './history/closing.ts';
import { leadHistory } from './history/lead.ts';
import { addHistoryMetrics } from './history/metrics.ts';
import { healthRoutes } from './http/health.ts';
import { listen } from './http/listen.ts';
import type { Intake } from './intake/intake.ts';
import { openIntake } from './intake/open.ts';
import { notingPasses } from './intake/noting-passes.ts';
import { intakeRoutes } from './intake/routes.ts';
import { startTail } from './live/tail.ts';
import type { Leader } from './duties/leading.ts';
import { mailLinkRoutes } from './mail/link-routes.ts';
import { createMailLinks, type MailLinks } from './mail/links.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Applied } from './projector.ts';
import { type Progress, progress } from './projector/progress.ts';
import { watchViews } from './projector/watch.ts';
import { type Feed, readFeeds } from './scout/connectors/config.ts';
import { sourceGate } from './scout/sources/gate.ts';
import { addScoutMetrics } from './scout/sources/metrics.ts';
import { openScouting, type Scouting } from './duties/scouting.ts';
import { openHistoryViews, openStores, type Stores } from './stores/stores.ts';
import { trustStores } from './stores/trusted-stores.ts';
import { startFirstAdmin } from './users/first-admin.ts';
import { leadWatching } from './duties/watching.ts';
import { openWebSide, type WebSide } from './duties/web-side.ts';

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
    await refuseMissingKey(config, stores);
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
  const historyViews = await openHistoryViews(config);
  stops.push(historyViews.close);
  if (config.eventStoreUrl === null && config.mongoUrl === null) await openFileChain(stores, historyViews, stops);
  const http = await listen(config);
  const duties = dutiesOf(config);
  const { servesWeb, takesListings, isShared } = duties;
  const metrics = createMetrics();
  const seen = progress();
  const leaders: Leader[] = [];
  const leads = (task: string) => leaders.some((leader) => leader.task === task && leader.isLeading());
  const isKeeping = () => leads('projector');
  const watch = watchViews(isShared, seen, { ...stores, projections, isKeeping });
  const context = createContext({ config, keys, stores, historyViews, log, caughtUp: watch.caughtUp });
  const { intake, begin: takeListings, stop: stopIntake } = openIntake({ context, views: stores.views, isShared });
  const offered = sourceGate(notingPasses(intake, context.passes), context.sources);
  const url = () => config.publicUrl ?? http.url;
  const links = createMailLinks({ key: () => stores.roots.of('mail links'), url });
  const read = sourceGate(intake, context.sources);
  const scouting = openScouting({ context, views: stores.views, url, feeds, intake: read });
  addScoutMetrics(metrics.registry, context);
  addHistoryMetrics(metrics.registry, context.desk.verification);
  const health = healthRoutes({
    config,
    projector: watch,
    metrics,
    probes,
    leaders,
    needsViews: () => servesWeb || isKeeping(),
    lacks: () => (!servesWeb && leads('scout') ? scouting.lacks() : null),
  });
  const answering = { context, health, answered: metrics.answered };
  const routers = createRouters({ context, intake: offered, links, url });
  const wayIn = { intake: offered, url: url() };
  const app = servesWeb ? createApp({ ...answering, ...routers, wayIn, views: watch }) : createBareApp(answering);
  http.server.on('request', app);
  const web = servesWeb ? openWebSide(http.server, context, watch.ready) : null;
  const { past, passes, passwordRequests, sources, desk, membersOfThePast } = context;
  stops.push(watch.stop, past.stop, passes.stop, sources.figures.stop, stopIntake);
  stops.push(() => all(leaders.map(({ stop }) => stop)));
  stops.push(desk.verification.stop, passwordRequests.stop, membersOfThePast.stop);
  if (web && isShared) {
    stops.push(startTail({ ...stores, ...web, projections, watch, log }).stop);
    passes.follow();
  }
  stops.push(() => all([http.close, ...(web ? [web.close] : [])]));

  // Where others may keep the views, the log tells what is live.
  const onApplied = tellApplied(metrics, isShared ? null : web);
  const basis = { duties, context, stores, metrics, viewsReady: watch.ready };
  leaders.push(...tasksOfViews({ ...basis, seen, onApplied, sealKey: derivedKey(keys.credentials, 'seal key') }));
  if (servesWeb) stops.push((await startFirstAdmin(context)).stop);
  if (takesListings) takeListings();
  leaders.push(...tasksOfScout({ ...basis, scouting, links, url }));
  return { url: http.url, context, intake: offered };
}

/** Opens the hash chain of a log kept in files; it is closed when the product stops. */
async function openFileChain({ stored }: Stores, historyViews: LeasedViewStore, stops: Stops): Promise<void> {
  await openChain(historyViews);
  stops.push(() => closeChain(stored, historyViews));
}

type RouterParts = { context: Context; intake: Intake; links: MailLinks; url: () => string };

function createRouters({ context, intake, links, url }: RouterParts) {
  return {
    intake: intakeRoutes({ context, intake, url }),
    mailLinks: mailLinkRoutes({ context, links }),
  };
}

type Basis = {
  duties: ReturnType<typeof dutiesOf>;
  context: Context;
  stores: Stores;
  metrics: Metrics;
  viewsReady: Promise<void>;
};
type OfViews = Basis & { seen: Progress; onApplied: (batch: Applied) => Promise<void>; sealKey: Buffer };
type OfScout = Basis & { scouting: Scouting; links: MailLinks; url: () => string };

function tasksOfViews({ duties, context, stores, metrics, viewsReady, seen, onApplied, sealKey }: OfViews): Leader[] {
  if (!duties.keepsViews) return [];
  return [
    leadViews({ context, stores, metrics, seen, onApplied }),
    leadHistory({ context, stores, key: sealKey, isShared: duties.isShared, viewsReady }),
  ];
}

function tasksOfScout({ duties, context, stores, metrics, viewsReady, scouting, links, url }: OfScout): Leader[] {
  return [
    ...(duties.takesListings ? [leadWatching({ context, stores, metrics, viewsReady })] : []),
    ...(duties.scouts
      ? [leadScouting(context, stores, scouting), leadErrands({ context, stores, links, url, viewsReady })]
      : []),
  ];
}

function tellApplied(metrics: Metrics, web: WebSide | null) {
  return async (batch: Applied) => {
    metrics.applied(batch);
    await web?.written(batch.events);
    await web?.applied(batch);
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
