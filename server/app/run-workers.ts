import type { Position } from '#domain/shared/decider.ts';
import type { MailLinks } from '#server/modules/alerts/email/signed-links.ts';
import type { OnBounce } from '#server/modules/intake/email/take-mail.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { runAuditWorker } from '#server/modules/audit/audit-worker.ts';
import { openPictureFetcher } from '#server/modules/sources/feeds/open-picture-fetcher.ts';
import { readFeeds } from '#server/modules/sources/feed-config/config.ts';
import { withSourcePolicy } from '#server/modules/sources/registry/with-source-policy.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import type { ProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { startWithRetry } from '#server/platform/subscriptions/start-with-retry.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Subscriptions } from './workers/subscriptions.ts';
import type { Services } from './services.ts';
import { type capabilitiesOf, runScoutWorker, runProjectorWorker } from './workers/roles.ts';
import { runMaintenanceWorker } from './workers/maintenance-worker.ts';
import { createScoutWorker, type ScoutWorker } from './workers/scout-worker.ts';
import { runMonitoringWorker } from './workers/monitoring-worker.ts';

type WorkerDeps = {
  roles: ReturnType<typeof capabilitiesOf>;
  services: Services;
  stores: Stores;
  metrics: Metrics;
  viewsReady: Promise<void>;
  subscriptions: Subscriptions;
};
type ViewWorkerDeps = WorkerDeps & {
  progress: ProgressTracker;
  onApplied: (batch: AppliedBatch) => Promise<void>;
  /** Encrypts the seal key. */
  sealKey: Buffer;
};

/** The workers that keep the views and the history, where this process has that role. */
export function runViewWorkers(parts: ViewWorkerDeps): LeaderElection[] {
  const { roles, services, stores, viewsReady, progress, onApplied, sealKey, subscriptions } = parts;
  const { platform, users, audit } = services;
  if (!roles.keepsViews) return [];
  const history = {
    deps: { ...platform, ...audit },
    encryptedEvents: stores.encryptedEvents,
    leases: users.leases,
    key: sealKey,
  };
  return [
    runProjectorWorker({ context: platform, stores, subscriptions, progress, onApplied }),
    runAuditWorker({ ...history, ...subscriptions, isShared: roles.isShared, viewsReady }),
  ];
}

type MailDeps = {
  links: MailLinks;
  /** The address of the site. */
  url: () => string;
};

/** The workers that monitor sources, match listings and send alerts, where this process has these roles. */
export function runScoutWorkers(parts: WorkerDeps, scoutWorker: ScoutWorker, mail: MailDeps): LeaderElection[] {
  const { roles, services, stores, viewsReady, subscriptions } = parts;
  const workers: LeaderElection[] = [];
  if (roles.takesListings) workers.push(runMonitoringWorker(monitoringDeps(parts)));
  if (!roles.scouts) return workers;
  const maintenance = maintenanceDeps(services, stores, mail);
  workers.push(
    runScoutWorker(services.platform, stores, scoutWorker),
    runMaintenanceWorker(maintenance, viewsReady, subscriptions.run),
  );
  return workers;
}

function monitoringDeps({ services, metrics, viewsReady, subscriptions: { run } }: WorkerDeps) {
  const { platform, users, intake, alerts } = services;
  const alarms = { ...platform, ...intake, ...alerts };
  const latency = { ...platform, observe: metrics.countAlerts };
  return { ...users, log: platform.log, alarms, latency, viewsReady, run };
}

function maintenanceDeps({ platform, users, intake, alerts, privacy }: Services, stores: Stores, mail: MailDeps) {
  const { documents } = stores;
  return {
    leases: users.leases,
    log: platform.log,
    push: { ...platform, ...alerts, url: mail.url },
    pictures: {
      ...platform,
      ...intake,
      outbox: alerts.outbox,
      allowsPrivate: createPrivateSources(platform.config),
      openFetcher: openPictureFetcher,
    },
    mail: {
      context: { ...platform, ...users },
      outbox: alerts.outbox,
      contents: { pictures: intake.pictures, findSeller: intake.sellers.contactOf },
      ...mail,
    },
    passwords: { config: platform.config, passwordRequests: users.passwordRequests, documents },
    visits: { ...platform, ...privacy },
    sellers: { ...platform, ...intake },
    deadLetters: { ...platform, ...alerts },
    deletions: { ...platform, ...privacy },
  };
}

/** A feed that may read private addresses may have its pictures there too. */
function createPrivateSources({ feeds }: Pick<Config, 'feeds'>) {
  const allowed = new Set(
    (feeds === null ? [] : readFeeds(feeds)).flatMap(({ id, allowPrivate }) => (allowPrivate ? [id] : [])),
  );
  return (source: string) => allowed.has(source);
}

type ScoutDeps = {
  intake: Intake;
  /** The address of the site. */
  url: () => string;
  onBounce: OnBounce;
  run: RunSubscriber;
};

/** The scout and the feeds that it reads; it loads what it needs when it begins. */
export function composeScoutWorker(
  { platform, intake }: Services,
  views: Stores['views'],
  { intake: inner, run, ...mail }: ScoutDeps,
): ScoutWorker {
  const { config } = platform;
  let loading: ReturnType<typeof loadMatching> | null = null;
  const load = () => (loading ??= loadMatching());
  let loaded: Position | null = null;
  const startScout = async () => {
    const { startMatchingWorker, ...matching } = await load();
    const known = loaded;
    loaded = null;
    return startMatchingWorker({ ...platform, ...matching, views, loaded: known }, run);
  };
  const standBy = () =>
    startWithRetry({
      what: 'the stand-by members',
      log: platform.log,
      begin: async (stops) => {
        const { startStandbyMembers, members } = await load();
        const standby = startStandbyMembers({ ...platform, views, members }, run);
        stops.push(async () => {
          loaded = await standby.stop();
        });
      },
    });
  const feeds = config.feeds === null ? [] : readFeeds(config.feeds);
  const pulledIntake = withSourcePolicy(inner, intake.sources);
  return createScoutWorker({ ...platform, ...intake }, { ...mail, startScout, standBy, feeds, intake: pulledIntake });
}

/** What matches listings, which takes long to load. */
async function loadMatching() {
  const [{ loadGazetteer }, { createMemberIndex }, { startMatchingWorker }, { startStandbyMembers }] =
    await Promise.all([
      import('#server/modules/geo/gazetteer.ts'),
      import('#server/modules/alerts/member-index/members.ts'),
      import('#server/modules/alerts/matching/matching-worker.ts'),
      import('#server/modules/alerts/member-index/standby-members.ts'),
    ]);
  const gazetteer = await loadGazetteer();
  return { gazetteer, members: createMemberIndex(gazetteer), startMatchingWorker, startStandbyMembers };
}
