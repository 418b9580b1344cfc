import type { FirstAdmin } from '#server/modules/users/accounts/first-admin.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { describeDamagedLog } from '#server/platform/subscriptions/failed-events.ts';
import type { EndedTasks } from './workers/ended-tasks.ts';
import type { capabilitiesOf } from './workers/roles.ts';
import type { ScoutWorker } from './workers/scout-worker.ts';

type ReadinessDeps = {
  roles: Pick<ReturnType<typeof capabilitiesOf>, 'servesWeb'>;
  workers: readonly Pick<LeaderElection, 'task' | 'isLeading' | 'failure' | 'hasEnded'>[];
  endedTasks: Pick<EndedTasks, 'reason'>;
  scoutWorker: Pick<ScoutWorker, 'notReadyReason'>;
  firstAdmin: Pick<FirstAdmin, 'isRegistered'>;
};

/** What /readyz says of this process beside the stores and the views. */
export function createReadiness({ roles: { servesWeb }, workers, endedTasks, scoutWorker, firstAdmin }: ReadinessDeps) {
  const isLeaderOf = (task: string) => workers.some((worker) => worker.task === task && worker.isLeading());
  const findFailure = () => workers.map(({ failure }) => failure()).find((failure) => failure !== null) ?? null;
  const findEnd = () => workers.find(({ hasEnded }) => hasEnded())?.failure() ?? endedTasks.reason();
  return {
    needsViews: () => servesWeb || isLeaderOf(leaseTasks.projector),
    notReadyReason: (): string | null => {
      const end = findEnd();
      if (end !== null) return end;
      if (servesWeb) return firstAdmin.isRegistered() ? null : 'The first admin is being registered';
      return findFailure() ?? (isLeaderOf(leaseTasks.scout) ? scoutWorker.notReadyReason() : null);
    },
    /** A task that begins again: pages are served all the same. */
    warning: () => (servesWeb ? findFailure() : null),
  };
}

/** Adds the warning that a part of the log cannot be read. */
export function withLogWarning<R extends { warning: () => string | null }>(
  readiness: R,
  documents: Parameters<typeof describeDamagedLog>[0],
) {
  return { ...readiness, warning: async () => readiness.warning() ?? (await describeDamagedLog(documents)) };
}
