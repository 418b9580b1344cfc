import { projections } from '#projections/all.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';
import { startProjector } from '#server/platform/projector/projector.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import type { ProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import type { Subscriptions } from '#server/platform/modules/start-subscriptions.ts';

type ProjectorWorkerDeps = Pick<Platform, 'log' | 'viewStore' | 'leases' | 'failedEvents'> & {
  config: Pick<Config, 'viewDowngrade'>;
  subscriptions: Subscriptions;
  progress: ProgressTracker;
  onApplied: (batch: AppliedBatch) => Promise<void>;
};

/** Runs the projector while this process is the leader. */
export function runProjectorWorker(deps: ProjectorWorkerDeps): LeaderElection {
  const { log, config, viewStore, leases, failedEvents, subscriptions: feed, progress, onApplied } = deps;
  return startLeaderElection({
    task: leaseTasks.projector,
    leases,
    log,
    begin: (lease, onFenced) => {
      const newerViews = config.viewDowngrade ? ('replace' as const) : ('stand by' as const);
      const own = { newerViews, feed, failedEvents, views: fencedViews(viewStore, lease), projections, log };
      const { ready: started, stop } = startProjector(own, { progress, onApplied, onFenced });
      return { started, stop };
    },
  });
}
