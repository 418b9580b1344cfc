import { getBaseName } from '#projections/store/part-name.ts';
import type { FirstAdmin } from '#server/modules/users/accounts/first-admin.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { describeDamagedLog } from '#server/platform/subscriptions/failed-events.ts';
import type { EndedTasks } from '#server/platform/leader-election/ended-tasks.ts';
import type { capabilitiesOf } from '#server/platform/modules/roles.ts';
import type { LiveUpdates } from '#server/realtime/live-updates.ts';
import type { ScoutWorker } from './scout-worker.ts';

type ReadinessDeps = {
  roles: Pick<ReturnType<typeof capabilitiesOf>, 'servesWeb'>;
  workers: readonly Pick<LeaderElection, 'task' | 'isLeading' | 'failure' | 'hasEnded'>[];
  endedTasks: Pick<EndedTasks, 'reason'>;
  scoutWorkers: readonly Pick<ScoutWorker, 'task' | 'notReadyReason'>[];
  firstAdmin: Pick<FirstAdmin, 'isRegistered'>;
  documents: Parameters<typeof describeDamagedLog>[0];
  /** Null where live updates come from this process alone, or it serves no pages. */
  live: () => Pick<LiveUpdates, 'isReceiving' | 'isSilent'> | null;
};

/** What /readyz says of this process beside the stores and the views. */
export function createReadiness(deps: ReadinessDeps) {
  const { workers, endedTasks, scoutWorkers, firstAdmin, documents, live } = deps;
  const { servesWeb } = deps.roles;
  const isLeaderOf = (task: string) =>
    workers.some((worker) => getBaseName(worker.task) === task && worker.isLeading());
  const findFailure = () => workers.map(({ failure }) => failure()).find((failure) => failure !== null) ?? null;
  const findMissing = () =>
    scoutWorkers.flatMap(({ task, notReadyReason }) => (isLeaderOf(task) ? (notReadyReason() ?? []) : []))[0] ?? null;
  const findEnd = () => workers.find(({ hasEnded }) => hasEnded())?.failure() ?? endedTasks.reason();
  const describeMissingUpdates = () =>
    live()?.isReceiving() === false ? 'The process does not receive live updates yet' : null;
  return {
    needsViews: () => servesWeb || isLeaderOf(leaseTasks.projector),
    notReadyReason: (): string | null => {
      const end = findEnd();
      if (end !== null) return end;
      if (servesWeb)
        return firstAdmin.isRegistered() ? describeMissingUpdates() : 'The first admin is being registered';
      return findFailure() ?? findMissing();
    },
    /**
     * A task that begins again, or live updates that pause: pages are served all the same. Or a part of the log that
     * cannot be read.
     */
    warning: async () =>
      (servesWeb ? findFailure() : null) ??
      (live()?.isSilent() === true ? 'Live updates do not arrive: open pages load again once they do' : null) ??
      (await describeDamagedLog(documents)),
  };
}
