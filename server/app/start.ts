import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { projections } from '#projections/all.ts';
import { openBounces } from '#server/modules/alerts/email/bounces.ts';
import { mailLinkRoutes } from '#server/modules/alerts/email/link-routes.ts';
import { createMailLinks } from '#server/modules/alerts/email/links.ts';
import { addHistoryMetrics } from '#server/modules/audit/metrics.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { openIntake } from '#server/modules/intake/pipeline/open.ts';
import { addScoutMetrics } from '#server/modules/monitoring/metrics.ts';
import { notingPasses } from '#server/modules/sources/noting-passes.ts';
import { sourceGate } from '#server/modules/sources/registry/gate.ts';
import { startFirstAdmin } from '#server/modules/users/accounts/first-admin.ts';
import { type Config, loadConfig } from '#server/platform/config/config.ts';
import { derivedKey } from '#server/platform/encryption/keys.ts';
import { healthRoutes } from '#server/platform/http/health.ts';
import { listen } from '#server/platform/http/listen.ts';
import type { Leader } from '#server/platform/leader-election/leading.ts';
import type { Applied } from '#server/platform/projector/projector.ts';
import { progress } from '#server/platform/projector/progress.ts';
import { watchViews } from '#server/platform/projector/watch.ts';
import { startTail } from '#server/realtime/tail.ts';
import { createApp, createBareApp } from './app.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { openAllStores } from './open-stores.ts';
import { createPlatform } from './platform.ts';
import { backgroundHooks, createServices, longWorkHooks, type Services } from './services.ts';
import { closeWith, type ShutdownHooks, stopAll } from './shutdown.ts';
import { composeScouting, startScoutWorkers, startViewWorkers } from './start-workers.ts';
import { dutiesOf } from './workers/duties.ts';
import { openWebSide, type WebSide } from './workers/web-side.ts';
import { webhookRouters } from './workers/webhooks.ts';

/** The product at work in this process. */
export type Running = {
  /** The address where it listens. */
  url: string;
  services: Services;
  /** Takes listings where this process serves the web, or scouts. */
  intake: Intake;
  /** Finishes what is under way, then closes everything. */
  close: () => Promise<void>;
};

/**
 * Starts the whole product with the environment given. It answers requests when this resolves; listings wait until the
 * scout has loaded the members. Throws StartRefused.
 */
export async function startServer(env: Record<string, string | undefined>): Promise<Running> {
  const config = loadConfig(env);
  const log = createLog(config.logLevel);
  const hooks: ShutdownHooks = [];
  const close = closeWith(hooks, log);
  try {
    return { ...(await composeServer(config, log, hooks)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function composeServer(config: Config, log: Logger, hooks: ShutdownHooks): Promise<Omit<Running, 'close'>> {
  // Stores
  const { stores, historyViews, keys, probes } = await openAllStores(config, log, hooks);
  const http = await listen(config);

  // Views
  const roles = dutiesOf(config);
  const metrics = createMetrics();
  const workers: Leader[] = [];
  const leads = (task: string) => workers.some((worker) => worker.task === task && worker.isLeading());
  const isKeeping = () => leads('projector');
  const seen = progress();
  const watch = watchViews(roles.isShared, seen, { ...stores, projections, isKeeping });

  // Modules
  const { events, views, documents } = stores;
  const platform = createPlatform({ config, log, events, views, documents, caughtUp: watch.caughtUp });
  const services = createServices({ platform, keys, stores, historyViews });
  const mail = {
    url: () => config.publicUrl ?? http.url,
    onBounce: openBounces({ ...platform, ...services.users }).note,
  };
  const links = createMailLinks({ key: () => stores.roots.of('mail links'), url: mail.url });
  const intake = openIntake({ ...platform, views, isShared: roles.isShared });
  const offered = sourceGate(notingPasses(intake.intake, services.intake.passes), services.intake.sources);
  const scouting = composeScouting(services, views, { ...mail, intake: intake.intake });
  addMetrics(metrics, services);

  // HTTP
  const needsViews = () => roles.servesWeb || isKeeping();
  const lacks = () => (!roles.servesWeb && leads('scout') ? scouting.lacks() : null);
  const health = healthRoutes({ config, projector: watch, metrics, probes, leaders: workers, needsViews, lacks });
  const answering = { health, answered: metrics.answered };
  const routers = {
    intake: webhookRouters(platform, { ...mail, intake: offered }),
    mailLinks: mailLinkRoutes({ context: platform, links }),
  };
  const wayIn = { intake: offered, url: mail.url() };
  const app = roles.servesWeb
    ? createApp({ ...answering, ...routers, services, wayIn, views: watch })
    : createBareApp({ ...answering, platform });
  http.server.on('request', app);
  const web = roles.servesWeb ? openWeb(services, http.server, watch.ready) : null;
  hooks.push(watch.stop, ...backgroundHooks(services), intake.stop);
  hooks.push(() => stopAll(workers.map(({ stop }) => stop)), ...longWorkHooks(services));
  // Where another process may keep the views, the log tells what is live.
  if (web && roles.isShared) {
    hooks.push(startTail({ ...stores, ...web, projections, watch, log }).stop);
    services.intake.passes.follow();
  }
  hooks.push(() => stopAll([http.close, ...(web ? [web.close] : [])]));

  // Workers
  const onApplied = broadcastApplied(metrics, roles.isShared ? null : web);
  const parts = { roles, services, stores, metrics, viewsReady: watch.ready };
  workers.push(...startViewWorkers({ ...parts, seen, onApplied, sealKey: derivedKey(keys.credentials, 'seal key') }));
  if (roles.servesWeb)
    hooks.push((await startFirstAdmin({ ...platform, ...services.users, ...services.privacy })).stop);
  if (roles.takesListings) intake.begin();
  workers.push(...startScoutWorkers(parts, scouting, { ...mail, links }));
  return { url: http.url, services, intake: offered };
}

function addMetrics({ registry }: Metrics, { platform, intake, audit }: Services): void {
  addScoutMetrics(registry, { ...platform, ...intake });
  addHistoryMetrics(registry, audit.desk.verification);
}

function openWeb({ platform, http, intake, alerts }: Services, server: Server, viewsReady: Promise<void>): WebSide {
  const deps = { ...platform, ...http, ...intake };
  return openWebSide(server, deps, { past: alerts.past, passes: intake.passes, viewsReady });
}

function broadcastApplied(metrics: Metrics, web: WebSide | null) {
  return async (batch: Applied) => {
    metrics.applied(batch);
    await web?.written(batch.events);
    await web?.applied(batch);
  };
}
