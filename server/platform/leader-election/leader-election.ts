import { randomUUID } from 'node:crypto';
import { type Lease, type Leases, StoreDamaged } from '#projections/store/port.ts';
import { abortable } from '#server/lib/abortable.ts';
import { delay } from '#server/lib/delay.ts';
import { WorkRefused } from '#server/lib/errors.ts';
import type { Log } from '#server/lib/log.ts';
import { computeBackoffMs } from '#server/lib/retry.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import type { LeaseSpread } from './lease-spread.ts';
import { createTerm, isFinal, type LeaderTerm, type LeaderWork, runTerm, type WorkFailure } from './leader-term.ts';

/** A standby process polls this often in the duration of a lease. */
const attemptsPerLease = 10;
/** In ms: the longest interval between two polls of a standby process. */
const maxWaitMs = 450;
/** How long a process whose work has failed lets others lead. */
const defaultBackoff = { minMs: 1_000, maxMs: 60_000 };

export type LeaderElection = {
  task: string;
  isLeading: () => boolean;
  /** Whether it leads and its work is under way. */
  isWorking: () => boolean;
  /** Why its work has ended; null while it works or stands by. */
  failure: () => string | null;
  /** Whether it never competes again, as the data are damaged. */
  hasEnded: () => boolean;
  /** How often its work has ended so. */
  failureCount: () => number;
  /** Called where a part of the work has ended that was not stopped. */
  failWork: (error: unknown) => void;
  stop: () => Promise<void>;
};

type LeaderElectionOptions = {
  task: string;
  leases: Leases;
  log: Log;
  /** The duration of a lease without renewal, in ms; by default, the store's choice. */
  leaseTtlMs?: number;
  /** How often a leader renews its lease in that time. */
  renewalsPerLease?: number;
  /** Begins the work of a leader. `leaseLost` reports that leadership is lost: it may be called at any time. */
  begin: (lease: Lease, leaseLost: () => void) => LeaderWork;
  /** Begins the work of a process while another one leads; it is stopped before this one does. */
  standBy?: () => LeaderWork;
  backoff?: typeof defaultBackoff;
  /** Shares several tasks with other processes; without one, the first process does the task. */
  spread?: LeaseSpread | undefined;
};

/**
 * Runs the work while this process is the leader, and stands by otherwise. Where the work ends on its own, others may
 * lead before this process competes again; it never does where the data are damaged.
 */
export function startLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { task, leases, standBy, spread, leaseTtlMs = leases.leaseTtlMs } = options;
  const isWanted = () => spread?.isOurs(task) ?? true;
  const acquireLease = createLeaseRequest(leases, task, leaseTtlMs);
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const pauseAfter = createFailurePause(options, stopped);
  const standby = createStandby(standBy, (isLoaded) => spread?.recordAble(task, isLoaded));
  let current: LeaderTerm | null = null;
  let failure: WorkFailure | null = null;
  let failureCount = 0;

  const begin: LeaderElectionOptions['begin'] = (...given) => {
    const work = options.begin(...given);
    const recordAble = () => spread?.recordAble(task, true);
    void Promise.resolve(work.started).then(recordAble, () => undefined);
    return work;
  };
  const lead = async (lease: Lease, acquiredAt: number) => {
    const term = createTerm();
    current = term;
    failure = null;
    const onEnd = () => {
      current = null;
      failure = term.failure();
      if (failure !== null) failureCount += 1;
    };
    await runTerm({ ...options, begin, term, lease, acquiredAt, leaseTtlMs, stopped, onEnd, isWanted });
    await pauseAfter(term);
  };
  const attempt = async () => {
    const since = performance.now();
    const lease = isWanted() ? await acquireLease(stopped) : null;
    if (lease) return standby.stop().then(() => lead(lease, since));
    failure = null;
    standby.begin();
    await delay(Math.min(leaseTtlMs / attemptsPerLease, maxWaitMs) * (0.75 + Math.random() / 2), stopped);
  };
  const running = repeatUntilStopped(stopped, attempt, () => isFinal(failure)).then(standby.stop);

  return {
    task,
    isLeading: () => current !== null,
    isWorking: () => current?.isWorking() ?? false,
    failure: () => failure && describeFailure(task, failure.error),
    hasEnded: () => isFinal(failure),
    failureCount: () => failureCount,
    failWork: (error) => current?.fail(error),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** Null while another process has it. A store that does not answer does not delay the shutdown. */
function createLeaseRequest(leases: Leases, task: string, leaseTtlMs: number) {
  const owner = randomUUID();
  return async (stopped: AbortSignal): Promise<Lease | null> => {
    const leaseRequest = leases.acquire(task, owner, leaseTtlMs).catch(() => null);
    const lease = await abortable(stopped, leaseRequest);
    if (lease === null && stopped.aborted)
      void leaseRequest.then((late) => late && leases.release(late)).catch(() => undefined);
    return lease;
  };
}

/** The longer, the more often the work has failed in succession. */
function createFailurePause({ task, spread, backoff = defaultBackoff }: LeaderElectionOptions, stopped: AbortSignal) {
  let failures = 0;
  return async (term: LeaderTerm) => {
    const failure = term.failure();
    failures = failure === null || term.ageMs() > backoff.maxMs ? 0 : failures;
    if (failure === null || isFinal(failure)) return;
    failures += 1;
    spread?.recordAble(task, false);
    await delay(computeBackoffMs(failures, backoff), stopped);
    spread?.recordAble(task, true);
  };
}

/** The message of an unknown error may contain anything: only the log has it. */
function describeFailure(task: string, error: unknown): string {
  const isForOperator = error instanceof StoreDamaged || error instanceof WorkRefused;
  return isForOperator ? error.message : `The work of the ${task} has failed; it begins again soon.`;
}

/** Work that is begun once, until it is stopped. */
function createStandby(standBy: LeaderElectionOptions['standBy'], recordLoaded: (isLoaded: boolean) => void) {
  let work: LeaderWork | null = null;
  return {
    begin: () => {
      if (work !== null || standBy === undefined) return;
      recordLoaded(false);
      work = standBy();
      work.started?.then(
        () => recordLoaded(true),
        () => undefined,
      );
    },
    stop: async () => {
      await work?.stop();
      work = null;
    },
  };
}
