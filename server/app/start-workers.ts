import { join } from 'node:path';
import type { MailLinks } from '#server/modules/alerts/email/links.ts';
import type { OnBounce } from '#server/modules/intake/email/take-mail.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { leadHistory } from '#server/modules/audit/lead.ts';
import { readFeeds } from '#server/modules/sources/feed-config/config.ts';
import { sourceGate } from '#server/modules/sources/registry/gate.ts';
import type { Leader } from '#server/platform/leader-election/leading.ts';
import type { Applied } from '#server/platform/projector/projector.ts';
import type { Progress } from '#server/platform/projector/progress.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Services } from './services.ts';
import { type dutiesOf, leadScouting, leadViews } from './workers/duties.ts';
import { leadErrands } from './workers/errands.ts';
import { openScouting, type Scouting } from './workers/scouting.ts';
import { leadWatching } from './workers/watching.ts';

type WorkerParts = {
  roles: ReturnType<typeof dutiesOf>;
  services: Services;
  stores: Stores;
  metrics: Metrics;
  viewsReady: Promise<void>;
};
type ViewWorkerParts = WorkerParts & {
  seen: Progress;
  onApplied: (batch: Applied) => Promise<void>;
  /** Encrypts the seal key. */
  sealKey: Buffer;
};

/** The workers that keep the views and the history, where this process has that role. */
export function startViewWorkers(parts: ViewWorkerParts): Leader[] {
  const { roles, services, stores, metrics, viewsReady, seen, onApplied, sealKey } = parts;
  const { platform, users, audit } = services;
  if (!roles.keepsViews) return [];
  const history = { deps: { ...platform, ...audit }, stored: stores.stored, leases: users.leases, key: sealKey };
  return [
    leadViews({ context: platform, stores, metrics, seen, onApplied }),
    leadHistory({ ...history, isShared: roles.isShared, viewsReady }),
  ];
}

type MailParts = {
  links: MailLinks;
  /** The address of the site. */
  url: () => string;
};

/** The workers that monitor sources, match listings and send alerts, where this process has these roles. */
export function startScoutWorkers(parts: WorkerParts, scouting: Scouting, mail: MailParts): Leader[] {
  const { roles, services, stores, viewsReady } = parts;
  const workers: Leader[] = [];
  if (roles.takesListings) workers.push(leadWatching(monitoringDeps(parts)));
  if (!roles.scouts) return workers;
  const errands = errandDeps(services, stores, mail);
  workers.push(leadScouting(services.platform, stores, scouting), leadErrands(errands, viewsReady));
  return workers;
}

function monitoringDeps({ services, metrics, viewsReady }: WorkerParts) {
  const { platform, users, intake } = services;
  const alarms = { ...platform, ...intake };
  return { ...users, log: platform.log, alarms, latency: { ...platform, observe: metrics.alerted }, viewsReady };
}

function errandDeps({ platform, users, intake, alerts, privacy }: Services, stores: Stores, mail: MailParts) {
  const { documents } = stores;
  return {
    leases: users.leases,
    log: platform.log,
    push: { ...platform, ...alerts },
    mail: { context: { ...platform, ...users }, ...mail },
    passwords: { config: platform.config, passwordRequests: users.passwordRequests, documents },
    visits: { ...platform, ...privacy },
    sellers: { ...platform, ...intake },
    deletions: { ...platform, ...privacy },
  };
}

type ScoutingParts = {
  intake: Intake;
  /** The address of the site. */
  url: () => string;
  onBounce: OnBounce;
};

/** The scout and the feeds that it reads; it loads what it needs when it begins. */
export function composeScouting(
  { platform, intake }: Services,
  views: Stores['views'],
  { intake: taken, ...mail }: ScoutingParts,
): Scouting {
  const { config } = platform;
  const startScout = async () => {
    const [{ loadGazetteer }, scout] = await Promise.all([
      import('#server/modules/geo/gazetteer.ts'),
      import('#server/modules/alerts/matching/scout.ts'),
    ]);
    const snapshotPath = join(config.dataDir, 'members.snapshot');
    return scout.startScout({ ...platform, views, gazetteer: await loadGazetteer(), snapshotPath });
  };
  const feeds = config.feeds === null ? [] : readFeeds(config.feeds);
  const gated = sourceGate(taken, intake.sources);
  return openScouting({ ...platform, ...intake }, { ...mail, startScout, feeds, intake: gated });
}
