import type { Logger } from 'pino';
import { projections } from '#projections/all.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { startProjector } from '#server/platform/projector/projector.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';
import type { ProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { ScoutWorker } from './scout-worker.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

/** The work of a process by its role, and whether other processes may share it. */
export function capabilitiesOf({ role, mongoUrl }: Pick<Config, 'role' | 'mongoUrl'>) {
  const hasRole = (one: Config['role']) => role === 'all' || role === one;
  return {
    servesWeb: hasRole('web'),
    keepsViews: hasRole('projector'),
    takesListings: hasRole('web') || hasRole('scout'),
    scouts: hasRole('scout'),
    isShared: mongoUrl !== null,
  };
}

type ProjectorWorkerDeps = {
  context: { log: Logger; config: Pick<Config, 'viewDowngrade'> };
  stores: Pick<Stores, 'views'>;
  subscriptions: Subscriptions;
  progress: ProgressTracker;
  onApplied: (batch: AppliedBatch) => Promise<void>;
};

/** Runs the projector while this process is the leader. */
export function runProjectorWorker({
  context: { log, config },
  stores: { views },
  subscriptions,
  progress,
  onApplied,
}: ProjectorWorkerDeps): LeaderElection {
  const { failedEvents } = subscriptions;
  return startLeaderElection({
    task: leaseTasks.projector,
    leases: views.leases,
    log,
    begin: (lease, onFenced) => {
      const newerViews = config.viewDowngrade ? ('replace' as const) : ('stand by' as const);
      const own = { newerViews, feed: subscriptions, failedEvents, views: fencedViews(views, lease), projections, log };
      const { ready: started, stop } = startProjector(own, { progress, onApplied, onFenced });
      return { started, stop };
    },
  });
}

/** Runs the scout while this process is the leader. */
export function runScoutWorker(
  { log }: { log: Logger },
  { views }: Pick<Stores, 'views'>,
  scoutWorker: ScoutWorker,
): LeaderElection {
  const { begin, standBy } = scoutWorker;
  return startLeaderElection({ task: leaseTasks.scout, leases: views.leases, log, begin, standBy });
}
