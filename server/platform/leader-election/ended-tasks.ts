import { StoreDamaged } from '#projections/store/port.ts';
import { WorkRefused } from '#server/lib/errors.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';

/** Receives the tasks of this process that have ended and were not stopped. */
export type EndedTasks = ReturnType<typeof createEndedTasks>;

/** The work of a lease begins again, here or in another process. Nothing does that for other tasks: they are recorded. */
export function createEndedTasks(workers: readonly Pick<LeaderElection, 'task' | 'failWork'>[]) {
  let first: string | null = null;
  return {
    report: (task: string, error: unknown): void => {
      const worker = workers.find((one) => one.task === task);
      if (worker) worker.failWork(error);
      else first ??= describeEnd(task, error);
    },
    /** Why the first task has ended that nothing begins again; null for none. */
    reason: () => first,
  };
}

/** The message of an unknown error may contain anything: only the log has it. */
function describeEnd(task: string, error: unknown): string {
  const isForOperator = error instanceof StoreDamaged || error instanceof WorkRefused;
  return isForOperator ? error.message : `The task '${task}' has ended: read the log, and restart this process.`;
}
