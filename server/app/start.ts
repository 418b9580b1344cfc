import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { projections } from '#projections/all.ts';
import { createBounceRegistry } from '#server/modules/alerts/email/bounces.ts';
import { emailChangeRoutes } from '#server/modules/alerts/email/email-change-routes.ts';
import { mailLinkRoutes } from '#server/modules/alerts/email/link-routes.ts';
import { createMailLinks, type MailLinks } from '#server/modules/alerts/email/signed-links.ts';
import { addHistoryMetrics } from '#server/modules/audit/metrics.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { createLazyIntake } from '#server/modules/intake/pipeline/lazy-intake.ts';
import { addScoutMetrics } from '#server/modules/monitoring/metrics.ts';
import { withActivityTracking } from '#server/modules/sources/with-activity-tracking.ts';
import { createUnreadableCounter, withSourcePolicy } from '#server/modules/sources/registry/with-source-policy.ts';
import { assertUncommonPassword } from '#server/modules/users/passwords/common-passwords.ts';
import { createEmailReversal } from '#server/modules/users/accounts/email-reversal.ts';
import { createFirstAdmin } from '#server/modules/users/accounts/first-admin.ts';
import { type Config, loadConfig } from '#server/platform/config/config.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { createHealthRoutes } from '#server/platform/http/health.ts';
import { listen } from '#server/platform/http/listen.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { trackProjections } from '#server/platform/projector/projection-progress.ts';
import { createLiveUpdateSubscriber } from '#server/realtime/live-updates.ts';
import { createApp, createBareApp } from './app.ts';
import { createLogger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { addSubscriptionMetrics } from './metrics/subscription-metrics.ts';
import { openAllStores } from './open-stores.ts';
import { startClockWatch } from '#server/platform/event-store/clock-watch.ts';
import { createPlatform } from './platform.ts';
import { getBackgroundHooks, createServices, getLongWorkHooks, type Services } from './services.ts';
import { createShutdown, type ShutdownHooks, stopAll } from './shutdown.ts';
import { createReadiness, withLogWarning } from './readiness.ts';
import { composeScoutWorker, runScoutWorkers, runViewWorkers } from './run-workers.ts';
import { createEndedTasks } from './workers/ended-tasks.ts';
import { capabilitiesOf } from './workers/roles.ts';
import { createWebListeners, type WebListeners } from './workers/web-listeners.ts';
import { startSubscriptions, type Subscriptions } from './workers/subscriptions.ts';
import { createWebhookRoutes } from './workers/webhooks.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import type { MachineRoute } from '#server/platform/http/routing/route.ts';

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
  // Stores
  const { stores, openEvents, historyViews, keys, probes } = await openAllStores(config, log, hooks);
  const http = await listen(config);

  // Views
  const roles = capabilitiesOf(config);
  const metrics = createMetrics();
  const workers: LeaderElection[] = [];
  const isProjecting = () => workers.some(({ task, isLeading }) => task === leaseTasks.projector && isLeading());
  const progress = createProgressTracker();
  const tracker = trackProjections(roles.isShared, progress, { ...stores, projections, isProjecting });

  // Modules
  const { events, views, documents } = stores;
  const { waitForProjections, ready: viewsReady } = tracker;
  const platform = createPlatform({ config, log, events, views, documents, waitForProjections });
  if (events.clockOffsetMs === undefined && config.clockFile === null) hooks.push(startClockWatch(platform).stop);
  const endedTasks = createEndedTasks(workers);
  const { report: onTaskEnded } = endedTasks;
  const subscriptions = startSubscriptions({ ...platform, ...metrics, stores, openEvents, onTaskEnded });
  hooks.push(subscriptions.stop);
  const { run } = subscriptions;
  const services = createServices({ platform, keys, stores, historyViews });
  const bounces = createBounceRegistry({ ...platform, ...services.users });
  const mail = { url: () => config.publicUrl ?? http.url, onBounce: bounces.record };
  const links = createMailLinks({ key: () => stores.roots.get('mail links'), url: mail.url });
  const intakeOptions = { isShared: roles.isShared, report: services.intake.rowReports.record };
  const intake = createLazyIntake({ ...platform, ...intakeOptions, views }, run);
  intake.intake.ready.catch((error: unknown) => onTaskEnded('intake', error));
  const trackedIntake = trackIntake(intake.intake, services);
  const countUnreadable = createUnreadableCounter(services.intake.sources);
  const scoutWorker = composeScoutWorker(services, views, { ...mail, run, intake: intake.intake });
  addMetrics(metrics, services, subscriptions);

  // HTTP
  const firstAdmin = createFirstAdmin({ ...platform, ...services.users, ...services.privacy });
  const readiness = withLogWarning(createReadiness({ roles, workers, endedTasks, scoutWorker, firstAdmin }), documents);
  const health = createHealthRoutes({ config, projector: tracker, metrics, probes, leaders: workers, ...readiness });
  const observers = { health, onAnswered: metrics.observeRequest };
  const machines = {
    webhooks: createWebhookRoutes(platform, { ...mail, intake: trackedIntake, countUnreadable }),
    mailLinks: createMailLinkRoutes(services, links),
  };
  const intakeDeps = { intake: trackedIntake, url: mail.url() };
  const app = roles.servesWeb
    ? createApp({ ...observers, ...machines, services, intakeDeps, views: tracker })
    : createBareApp({ ...observers, platform });
  http.server.on('request', app);
  const web = roles.servesWeb ? attachWeb(services, http.server, viewsReady) : null;
  hooks.push(tracker.stop, ...getBackgroundHooks(services), intake.stop);
  hooks.push(() => stopAll(workers.map(({ stop }) => stop)), ...getLongWorkHooks(services));
  // Where another process may run the projector, live updates come from the log.
  if (web && roles.isShared) {
    hooks.push(run(createLiveUpdateSubscriber({ ...stores, ...web, projections, tracker, log })).stop);
    services.intake.scoutActivity.follow();
  }
  hooks.push(() => stopAll([http.close, ...(web ? [web.close] : [])]));

  // Workers
  const onApplied = broadcastApplied(metrics, roles.isShared ? null : web);
  const workerDeps = { roles, services, stores, metrics, viewsReady, subscriptions };
  const sealKey = deriveKey(keys.credentials, 'seal key');
  workers.push(...runViewWorkers({ ...workerDeps, progress, onApplied, sealKey }));
  hooks.push(firstAdmin.stop);
  if (roles.servesWeb) await firstAdmin.begin();
  if (roles.takesListings) intake.begin();
  workers.push(...runScoutWorkers(workerDeps, scoutWorker, { ...mail, links }));
  return { url: http.url, services, intake: trackedIntake, viewsReady };
}

function createMailLinkRoutes({ platform, http, users }: Services, links: MailLinks): MachineRoute[] {
  const reversal = createEmailReversal({ ...platform, ...http, ...users });
  return [
    ...mailLinkRoutes({ context: platform, links }),
    ...emailChangeRoutes({ links: links.emailChange, reversal }),
  ];
}

/** Checks each source against its policy, and records its coverage. */
function trackIntake(intake: Intake, { intake: { scoutActivity, sources } }: Services): Intake {
  return withSourcePolicy(withActivityTracking(intake, scoutActivity), sources);
}

function addMetrics({ registry }: Metrics, { platform, intake, audit }: Services, subscriptions: Subscriptions): void {
  addSubscriptionMetrics(registry, subscriptions.list);
  addScoutMetrics(registry, { ...platform, ...intake });
  addHistoryMetrics(registry, audit.auditLog.verification);
}

function attachWeb(
  { platform, http, intake, alerts, privacy }: Services,
  server: Server,
  viewsReady: Promise<void>,
): WebListeners {
  const deps = { ...platform, ...http, ...intake, findSubjects: privacy.findSubjects };
  return createWebListeners(server, deps, {
    recentListingsIndex: alerts.recentListingsIndex,
    scoutActivity: intake.scoutActivity,
    viewsReady,
  });
}

function broadcastApplied(metrics: Metrics, web: WebListeners | null) {
  return async (batch: AppliedBatch) => {
    metrics.countEvents(batch);
    await web?.handleNewEvents(batch.events);
    await web?.handleAppliedBatch(batch);
  };
}
