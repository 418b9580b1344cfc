import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { compact } from '#domain/shared/compact.contract.ts';
import { projections } from '#projections/all.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { assertUncommonPassword } from '#server/modules/users/passwords/common-passwords.ts';
import { openBus } from '#server/platform/bus/open-bus.ts';
import { type Config, loadConfig } from '#server/platform/config/config.ts';
import { startClockWatch } from '#server/platform/event-store/clock-watch.ts';
import { createHealthRoutes } from '#server/platform/http/health.ts';
import { listen } from '#server/platform/http/listen.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { createPlatform, selectClock } from '#server/platform/modules/platform.ts';
import { trackProjections } from '#server/platform/projector/projection-progress.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { createLiveUpdates, type LiveUpdates } from '#server/realtime/live-updates.ts';
import type { RelayMessage } from '#server/realtime/relay.ts';
import { runRelayWorker } from '#server/realtime/relay-worker.ts';
import { attachSocketServer } from '#server/realtime/socket-server.ts';
import { createApp, createBareApp } from './app.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from '#server/platform/metrics/metrics.ts';
import { addSubscriptionMetrics } from '#server/platform/metrics/subscription-metrics.ts';
import { listParts, listReactions, provideServices, type Services } from './modules.ts';
import { openAllStores } from './open-stores.ts';
import { createReadiness } from './readiness.ts';
import { createShutdown, type ShutdownHooks, stopAll } from './shutdown.ts';
import { createEndedTasks } from '#server/platform/leader-election/ended-tasks.ts';
import { openChannels, runMaintenanceWorker } from './maintenance-worker.ts';
import { runProjectorWorkers } from '#server/platform/modules/projector-worker.ts';
import { startMessageSender } from '#server/platform/outbox/message-delivery.ts';
import { capabilitiesOf } from '#server/platform/modules/roles.ts';
import { createScoutWorkers, runReadersWorker, runScoutWorkers, type ScoutWorker } from './scout-worker.ts';
import { startSubscriptions } from '#server/platform/modules/start-subscriptions.ts';

/** The product running in this process. */
export type RunningServer = {
  /** The address where it listens. */
  url: string;
  services: Services;
  /** Accepts listings where this process serves the web, or scouts. */
  intake: Intake;
  /** Resolves when the views are built. */
  viewsReady: Promise<void>;
  /** Finishes current work, then closes everything. */
  close: () => Promise<void>;
};

/**
 * Starts the whole product with the given environment. It answers requests when this resolves; listings wait until the
 * scout has loaded the members. Throws StartupError.
 */
export async function startServer(env: Record<string, string | undefined>): Promise<RunningServer> {
  const config = loadConfig(env);
  await assertUncommonPassword(config);
  const log = await createLogger(config);
  const hooks: ShutdownHooks = [];
  const close = createShutdown(hooks, log);
  try {
    return { ...(await composeServer(config, log, hooks)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function composeServer(config: Config, log: Logger, hooks: ShutdownHooks): Promise<Omit<RunningServer, 'close'>> {
  const foundation = await startFoundation(config, log, hooks);
  const { platform, http, subscriptions, metrics, endedTasks } = foundation;
  const services = provideServices(platform);
  services.intake.ready.catch((error: unknown) => endedTasks.report('intake', error));
  addSubscriptionMetrics(metrics.registry, subscriptions.list);
  for (const add of listParts('metrics').flat()) add(services);
  const scoutWorkers = createScoutWorkers(services);
  const web = serveHttp(services, { ...foundation, scoutWorkers, hooks });
  await runWorkers(services, { ...foundation, scoutWorkers, web, hooks });
  return { url: http.url, services, intake: services.intake, viewsReady: platform.viewsReady };
}

type Foundation = Awaited<ReturnType<typeof startFoundation>>;

/** What the modules are built from, and what is known of the work of this process. */
async function startFoundation(config: Config, log: Logger, hooks: ShutdownHooks) {
  const { stores, openEvents, historyViews, keys, probes, presence } = await openAllStores(config, log, hooks);
  const bus = openBus(config, keys.credentials, log);
  hooks.push(bus.close);
  const http = await listen(config);
  const clock = selectClock(config, stores.events);
  if (stores.events.clockOffsetMs === undefined && config.clockFile === null)
    hooks.push(startClockWatch({ ...stores, clock, log }).stop);
  const roles = capabilitiesOf(config);
  const metrics = createMetrics();
  const workers: LeaderElection[] = [];
  const progress = createProgressTracker();
  const tracker = trackProjections(config.mongoUrl !== null, progress, { ...stores, projections });
  const endedTasks = createEndedTasks(workers);
  const watching = { ...metrics, onTaskEnded: endedTasks.report, reactions: listReactions() };
  const subscriptions = startSubscriptions({ ...watching, stores, openEvents, clock, log });
  hooks.push(subscriptions.stop);
  const { waitForProjections, waitForHead, ready: viewsReady } = tracker;
  const { run, failedEvents } = subscriptions;
  const { registry } = metrics;
  const reading = { waitForProjections, waitForHead, viewsReady, run, failedEvents };
  const url = () => config.publicUrl ?? http.url;
  const site = { keys, url, bus };
  const platform = createPlatform({ ...stores, ...reading, ...site, config, log, clock, registry, historyViews });
  return { platform, presence, roles, http, probes, metrics, workers, endedTasks, progress, tracker, subscriptions };
}

type HttpDeps = Foundation & { scoutWorkers: ScoutWorker[]; hooks: ShutdownHooks };

/** Answers requests from now on; resolves with the listeners of a process that serves pages. */
function serveHttp(services: Services, parts: HttpDeps): WebListeners | null {
  const { roles, http, metrics, workers, tracker, hooks, probes } = parts;
  const { config } = services;
  const readiness = createReadiness({ ...services, ...parts, live: () => web?.live ?? null });
  const health = createHealthRoutes({ config, projector: tracker, metrics, probes, leaders: workers, ...readiness });
  const observers = { health, onAnswered: metrics.observeRequest };
  const app = roles.servesWeb
    ? createApp({ ...observers, services, views: tracker })
    : createBareApp({ ...observers, platform: services });
  http.server.on('request', app);
  // The sockets take their own requests from those that listen already.
  const web = roles.servesWeb ? attachWeb(http.server, services) : null;
  hooks.push(tracker.stop, ...listParts('stopBackground').flatMap((list) => list(services)));
  hooks.push(() => stopAll(workers.map(({ stop }) => stop)));
  hooks.push(...listParts('stopLongWork').flatMap((list) => list(services)));
  if (web && services.isShared) services.scoutActivity.follow();
  hooks.push(() => stopAll(compact([http.close, web?.close])));
  return web;
}

type WorkerDeps = HttpDeps & { web: WebListeners | null };

/** Begins the work of this process by its role. */
async function runWorkers(services: Services, parts: WorkerDeps): Promise<void> {
  const { roles, workers, metrics, web, hooks, scoutWorkers, presence, endedTasks } = parts;
  const { firstAdmin, lazyIntake, isShared } = services;
  const onApplied = async (batch: AppliedBatch) => {
    metrics.countEvents(batch);
    if (web === null || isShared) return;
    await web.handleNewEvents(batch.events);
    await web.handleAppliedBatch(batch);
  };
  if (roles.keepsViews) {
    const { elections, stop } = runProjectorWorkers({ ...services, ...parts, onApplied });
    workers.push(...elections);
    hooks.push(stop);
    if (isShared) workers.push(runRelayWorker({ ...services, ...parts, topic: relayTopic(services) }));
  }
  for (const { role, run } of listParts('workers').flat()) if (roles[role]) workers.push(run(services));
  hooks.push(firstAdmin.stop);
  if (roles.servesWeb) await firstAdmin.begin();
  if (roles.takesListings) lazyIntake.begin();
  if (!roles.sends) return;
  const channels = openChannels(services);
  const sending = channels.then((opened) => startMessageSender({ ...services, presence }, opened));
  sending.catch((error: unknown) => endedTasks.report('sender', error));
  hooks.push(async () => (await sending).stop());
  if (roles.scouts) {
    const scout = runScoutWorkers(services, scoutWorkers);
    hooks.push(scout.stop);
    workers.push(...scout.elections, runReadersWorker(services), runMaintenanceWorker(services, channels));
  }
}

type WebListeners = ReturnType<typeof attachWeb>;

const relayTopic = ({ bus }: Pick<Services, 'bus'>) => bus.topic<RelayMessage>('live updates');

/** The notifications of a web process: for its open pages, and for its caches. */
function attachWeb(server: Server, services: Services) {
  const { recentListingsIndex, scoutActivity, viewsReady, isShared, log } = services;
  const sockets = attachSocketServer(server, services);
  scoutActivity.onPass(sockets.broadcastPass);
  const listeners = {
    handleNewEvents: sockets.handleNewEvents,
    handleAppliedBatch: async (batch: AppliedBatch) => {
      recentListingsIndex.applyBatch(batch);
      await sockets.handleAppliedBatch(batch);
    },
    handleGap: (isFirst: boolean) => {
      if (!isFirst) recentListingsIndex.begin(viewsReady);
      sockets.disconnectAll();
      return Promise.resolve();
    },
  };
  // Where another process may write the views, its relay notifies this one.
  const live: LiveUpdates | null = isShared ? createLiveUpdates({ ...listeners, projections, log }) : null;
  if (live) relayTopic(services).listen(live.receive);
  recentListingsIndex.begin(Promise.all([viewsReady, live?.receiving]));
  return { ...listeners, live, close: sockets.close };
}
