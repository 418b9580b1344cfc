import { type Lease, StoreDamaged } from '#projections/store/port.ts';
import type { Log } from '#server/lib/log.ts';
import { answerInTime, type HeldLease, holdLease } from './hold-lease.ts';

/** Running work that only one process may do; `stop` resolves when the current step is done. */
export type LeaderWork = {
  /** Resolves when the work is under way; rejects where it has ended, though it was not stopped. */
  started?: Promise<unknown>;
  stop: () => Promise<void>;
};

/** Why work ended that was not stopped. */
export type WorkFailure = { error: unknown };

export type LeaderTerm = ReturnType<typeof createTerm>;

/** The time from a lease to its end, and the result of its work. */
export function createTerm() {
  const beganAt = performance.now();
  const ending = new AbortController();
  let isWorking = false;
  let failure: WorkFailure | null = null;
  return {
    ended: ending.signal,
    end: () => ending.abort(),
    recordStart: () => {
      isWorking = true;
    },
    fail: (error: unknown) => {
      failure ??= { error };
      ending.abort();
    },
    isWorking: () => isWorking,
    failure: (): WorkFailure | null => failure,
    ageMs: () => performance.now() - beganAt,
  };
}

type TermOptions = Omit<HeldLease, 'stopSignal'> & {
  term: LeaderTerm;
  begin: (lease: Lease, leaseLost: () => void) => LeaderWork;
  stopped: AbortSignal;
  log: Log;
  /** Called before the work is stopped. */
  onEnd: () => void;
};

/** Runs the work of a leader until it is stopped, loses its lease, or its work ends; then releases the lease. */
export async function runTerm({ term, lease, stopped, begin, log, onEnd, ...releaseDeps }: TermOptions): Promise<void> {
  log.info({ lease }, 'Acquired leadership of task');
  const work = begin(lease, term.end);
  work.started?.then(term.recordStart, term.fail);
  await holdLease({ ...releaseDeps, lease, stopSignal: AbortSignal.any([stopped, term.ended]) });
  onEnd();
  const isHandedOver = stopped.aborted || releaseDeps.isWanted?.() === false;
  logEnd(log, lease, { failure: term.failure(), isStopped: isHandedOver });
  // What it could not save is processed again by the next leader; the process continues.
  await work
    .stop()
    .catch((error: unknown) => log.warn({ err: error, lease }, 'Worker did not stop cleanly after losing leadership'));
  await answerInTime(releaseDeps.leases.release(lease));
}

function logEnd(log: Log, lease: Lease, { failure, isStopped }: { failure: WorkFailure | null; isStopped: boolean }) {
  if (isStopped) return;
  if (failure === null) log.warn({ lease }, 'Lost leadership of task');
  else if (isFinal(failure)) log.fatal({ err: failure.error, lease }, 'Work of the leader ended: data are damaged');
  else log.error({ err: failure.error, lease }, 'Work of the leader ended; releasing its lease');
}

/** Whether this process can never do the work. Any other error of a store may pass. */
export function isFinal(failure: WorkFailure | null): boolean {
  return failure?.error instanceof StoreDamaged;
}
