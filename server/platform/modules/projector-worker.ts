import { type ViewGroup, viewGroups } from '#projections/all.ts';
import { getPartName } from '#projections/store/part-name.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { createLeaseSpread } from '#server/platform/leader-election/lease-spread.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';
import { startProjector } from '#server/platform/projector/projector.ts';
import { discardUnknownViews } from '#server/platform/projector/rebuild.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import type { ProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import type { Subscriptions } from '#server/platform/modules/start-subscriptions.ts';

type ProjectorWorkerDeps = Pick<Platform, 'log' | 'viewStore' | 'leases' | 'failedEvents' | 'isShared'> & {
  config: Pick<Config, 'viewDowngrade'>;
  subscriptions: Subscriptions;
  progress: ProgressTracker;
  onApplied: (batch: AppliedBatch) => Promise<void>;
};
type ProjectorWorkers = { elections: LeaderElection[]; stop: () => Promise<void> };

/** The task of each group. */
export const projectorTasks = viewGroups.map(({ name }) => getPartName(leaseTasks.projector, name));

/**
 * Runs the projector while this process is the leader. Where others may share the work, each group of views is a task
 * of its own; on files all are written together, in one transaction.
 */
export function runProjectorWorkers(deps: ProjectorWorkerDeps): ProjectorWorkers {
  const { log, leases, isShared } = deps;
  if (!isShared) {
    const all: ViewGroup = { name: null, projections: viewGroups.flatMap(({ projections }) => projections) };
    const election = runProjectorWorker(all, deps);
    return { elections: [election], stop: election.stop };
  }
  const spread = createLeaseSpread({ leases, group: leaseTasks.projector, tasks: projectorTasks, log });
  const elections = viewGroups.map((group) =>
    runProjectorWorker(group, { ...deps, spread, progress: followGroup(group, deps), ...countOnce(group, deps) }),
  );
  const stop = async () => {
    await Promise.all(elections.map((election) => election.stop()));
    await spread.stop();
  };
  return { elections, stop };
}

type GroupDeps = Omit<ProjectorWorkerDeps, 'progress'> &
  Pick<Parameters<typeof startLeaderElection>[0], 'spread'> & {
    progress: NonNullable<Parameters<typeof startProjector>[1]>['progress'];
  };

function runProjectorWorker({ name: group, projections }: ViewGroup, deps: GroupDeps): LeaderElection {
  const { log, config, viewStore, leases, failedEvents, subscriptions: feed, onApplied, isShared } = deps;
  const { spread, progress } = deps;
  return startLeaderElection({
    task: getPartName(leaseTasks.projector, group),
    leases,
    log,
    spread,
    begin: (lease, onFenced) => {
      const newerViews = config.viewDowngrade ? ('replace' as const) : ('stand by' as const);
      const views = fencedViews(viewStore, lease);
      const own = { newerViews, feed, failedEvents, views, projections, log };
      const listeners = { onApplied, onFenced, ...(progress && { progress }) };
      const subscription = { name: getPartName('views', group), isSelective: isShared };
      const { ready, stop } = startProjector({ ...own, subscription }, listeners);
      // Where others may write views too, they may be those of a newer release.
      const started = isShared ? ready : ready.then(() => discardUnknownViews({ views, projections, otherViews: [] }));
      return { started, stop };
    },
  });
}

/** What a group tells of its views. Whether all are built, and how far all are, only the store tells. */
function followGroup({ projections }: ViewGroup, { progress }: ProjectorWorkerDeps): GroupDeps['progress'] {
  const ignore = () => undefined;
  return {
    ...progress,
    recordApplied: (until) => progress.recordCheckpoints(projections.map(({ view }) => [view, until])),
    recordBuilt: ignore,
    recordRead: ignore,
  };
}

/** Several groups handle the same event, which is reported once: by the first group that handles its type. */
function countOnce({ projections }: ViewGroup, { onApplied }: ProjectorWorkerDeps): Pick<GroupDeps, 'onApplied'> {
  const isHandled = (type: string) => (one: { handles: readonly string[] }) => one.handles.includes(type);
  const isFirst = (type: string) =>
    viewGroups.find((group) => group.projections.some(isHandled(type)))?.projections === projections;
  return { onApplied: (batch) => onApplied({ ...batch, events: batch.events.filter(({ type }) => isFirst(type)) }) };
}
