import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { projections } from '#projections/all.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { createApp, createBareApp } from './app.ts';
import { type Config, loadConfig } from '#server/platform/config/config.ts';
import type { Context } from './context.ts';
import { createContext, keysOf } from './create-context.ts';
import { derivedKey } from '#server/platform/encryption/keys.ts';
import { refuseMissingKey } from '#server/platform/encryption/missing-key.ts';
import { dutiesOf, leadScouting, leadViews } from './workers/duties.ts';
import { leadErrands } from './workers/errands.ts';
import { webhookRouters } from './workers/webhooks.ts';
import { closeChain, openChain } from '#server/modules/audit/hash-chain/closing.ts';
import { leadHistory } from '#server/modules/audit/lead.ts';
import { addHistoryMetrics } from '#server/modules/audit/metrics.ts';
import { healthRoutes } from '#server/platform/http/health.ts';
import { listen } from '#server/platform/http/listen.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { openIntake } from '#server/modules/intake/pipeline/open.ts';
import { notingPasses } from '#server/modules/sources/noting-passes.ts';
import { startTail } from '#server/realtime/tail.ts';
import type { Leader } from '#server/platform/leader-election/leading.ts';
import { openBounces } from '#server/modules/alerts/email/bounces.ts';
import { mailLinkRoutes } from '#server/modules/alerts/email/link-routes.ts';
import { createMailLinks, type MailLinks } from '#server/modules/alerts/email/links.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import type { Applied } from '#server/platform/projector/projector.ts';
import { type Progress, progress } from '#server/platform/projector/progress.ts';
import { watchViews } from '#server/platform/projector/watch.ts';
import { type Feed, readFeeds } from '#server/modules/sources/feed-config/config.ts';
import { sourceGate } from '#server/modules/sources/registry/gate.ts';
import { addScoutMetrics } from '#server/modules/monitoring/metrics.ts';
import { openScouting, type Scouting, type ScoutingParts } from './workers/scouting.ts';
import { openHistoryViews, openStores, type Stores } from '#server/platform/storage/stores.ts';
import { trustStores } from '#server/platform/storage/trusted-stores.ts';
import { startFirstAdmin } from '#server/modules/users/accounts/first-admin.ts';
import { leadWatching } from './workers/watching.ts';
import { openWebSide, type WebSide } from './workers/web-side.ts';

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
  const { intake, begin: takeListings, stop: stopIntake } = openIntake({ ...context, views: stores.views, isShared });
  const offered = sourceGate(notingPasses(intake, context.passes), context.sources);
  const url = () => config.publicUrl ?? http.url;
  const links = createMailLinks({ key: () => stores.roots.of('mail links'), url });
  const mail = { url, onBounce: openBounces(context).note };
  const scouting = composeScouting(context, stores.views, { ...mail, feeds, intake });
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
  const routers = {
    intake: webhookRouters(context, { ...mail, intake: offered }),
    mailLinks: mailLinkRoutes({ context, links }),
  };
  const wayIn = { intake: offered, url: url() };
  const app = servesWeb ? createApp({ ...answering, ...routers, wayIn, views: watch }) : createBareApp(answering);
  http.server.on('request', app);
  const { past, passes, passwordRequests, sources, desk, membersOfThePast } = context;
  const web = servesWeb ? openWebSide(http.server, context, { past, passes, viewsReady: watch.ready }) : null;
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
    leadHistory({
      deps: context,
      stored: stores.stored,
      leases: context.leases,
      key: sealKey,
      isShared: duties.isShared,
      viewsReady,
    }),
  ];
}

function tasksOfScout({ duties, context, stores, metrics, viewsReady, scouting, links, url }: OfScout): Leader[] {
  const latency = { ...context, observe: metrics.alerted };
  const watched = { leases: stores.views.leases, log: context.log, alarms: context, latency };
  return [
    ...(duties.takesListings ? [leadWatching({ ...watched, viewsReady })] : []),
    ...(duties.scouts
      ? [leadScouting(context, stores, scouting), leadErrands(errandsOf({ context, stores, links, url }), viewsReady)]
      : []),
  ];
}

function errandsOf({ context, stores, links, url }: Pick<OfScout, 'context' | 'stores' | 'links' | 'url'>) {
  const { leases, log, config, passwordRequests } = context;
  return {
    leases,
    log,
    push: context,
    mail: { context, links, url },
    passwords: { config, passwordRequests, documents: stores.documents },
    visits: context,
    sellers: context,
    deletions: context,
  };
}

type Read = Omit<ScoutingParts, 'startScout' | 'intake'> & { intake: Intake };

function composeScouting(context: Context, views: Stores['views'], read: Read): Scouting {
  const snapshotPath = join(context.config.dataDir, 'members.snapshot');
  const startScout = async () => {
    const [{ loadGazetteer }, scout] = await Promise.all([
      import('#server/modules/geo/gazetteer.ts'),
      import('#server/modules/alerts/matching/scout.ts'),
    ]);
    return scout.startScout({ ...context, views, gazetteer: await loadGazetteer(), snapshotPath });
  };
  return openScouting(context, { ...read, startScout, intake: sourceGate(read.intake, context.sources) });
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
