import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Lease, Leases } from '#projections/store/port.ts';
import { delay, withTimeout } from '#server/lib/delay.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { abortable } from '#server/lib/abortable.ts';

/** A leader renews its lease three times per duration; standby processes poll more often. */
const renewalsPerLease = 3;
const attemptsPerLease = 10;
/** In ms: the longest interval between two polls of a standby process. */
const maxWaitMs = 450;

/** Running work that only one process may do; `stop` resolves when the current step is done. */
export type LeaderWork = { stop: () => Promise<void> };

export type LeaderElection = {
  task: string;
  isLeading: () => boolean;
  stop: () => Promise<void>;
};

type LeaderElectionOptions = {
  task: string;
  leases: Leases;
  log: Pick<Logger, 'info' | 'warn'>;
  /** The duration of a lease without renewal, in ms; by default, the store's choice. */
  leaseTtlMs?: number;
  /** Begins the work of a leader. `leaseLost` reports that leadership is lost: it may be called at any time. */
  begin: (lease: Lease, leaseLost: () => void) => LeaderWork;
  /** Begins the work of a process while another one leads; it is stopped before this one does. */
  standBy?: () => LeaderWork;
};

/**
 * Runs the work while this process is the leader, and stands by otherwise. Leadership ends when the store says so, or
 * has not answered for as long as a lease lasts: only times of this process are compared with each other.
 */
export function startLeaderElection({
  task,
  leases,
  log,
  begin,
  standBy,
  leaseTtlMs: leaseTtlMs = leases.leaseTtlMs,
}: LeaderElectionOptions): LeaderElection {
  const owner = randomUUID();
  const stopped = new AbortController();
  let isLeading = false;

  const lead = async (lease: Lease, acquiredAt: number) => {
    const leaseLost = new AbortController();
    log.info({ turn: lease }, 'Acquired leadership of task');
    isLeading = true;
    const work = begin(lease, () => leaseLost.abort());
    await holdLease({
      lease,
      leases,
      leaseTtlMs,
      acquiredAt,
      stopSignal: AbortSignal.any([stopped.signal, leaseLost.signal]),
    });
    isLeading = false;
    if (!stopped.signal.aborted) log.warn({ turn: lease }, 'Lost leadership of task');
    // What it could not save is processed again by the next leader; the process continues.
    await work
      .stop()
      .catch((error: unknown) =>
        log.warn({ err: error, turn: lease }, 'Worker did not stop cleanly after losing leadership'),
      );
    await answerInTime(leases.release(lease));
  };
  /** Null while another process has it. A store that does not answer does not delay the shutdown. */
  const acquireLease = async (): Promise<Lease | null> => {
    const asked = leases.acquire(task, owner, leaseTtlMs).catch(() => null);
    const lease = await abortable(stopped.signal, asked);
    if (lease === null && stopped.signal.aborted)
      void asked.then((late) => late && leases.release(late)).catch(() => undefined);
    return lease;
  };
  const standby = createStandby(standBy);
  const attempt = async () => {
    const since = performance.now();
    const lease = await acquireLease();
    if (lease) return standby.stop().then(() => lead(lease, since));
    standby.begin();
    await delay(Math.min(leaseTtlMs / attemptsPerLease, maxWaitMs) * (0.75 + Math.random() / 2), stopped.signal);
  };
  const running = repeatUntilStopped(stopped.signal, attempt).then(standby.stop);

  return {
    task,
    isLeading: () => isLeading,
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

/** Work that is begun once, until it is stopped. */
function createStandby(standBy: LeaderElectionOptions['standBy']) {
  let work: LeaderWork | null = null;
  return {
    begin: () => {
      work ??= standBy?.() ?? null;
    },
    stop: async () => {
      await work?.stop();
      work = null;
    },
  };
}

type HeldLease = { lease: Lease; leases: Leases; leaseTtlMs: number; acquiredAt: number; stopSignal: AbortSignal };

async function holdLease({ lease, leases, leaseTtlMs, acquiredAt, stopSignal }: HeldLease): Promise<void> {
  let confirmedAt = acquiredAt;
  for (;;) {
    await delay(leaseTtlMs / renewalsPerLease, stopSignal);
    if (stopSignal.aborted) return;
    const asked = performance.now();
    // Where this process itself paused for that long, the store may still confirm its lease.
    const left = Math.max(confirmedAt + leaseTtlMs - asked, leaseTtlMs / renewalsPerLease);
    const isOurs = await answerInTime(leases.renew(lease, leaseTtlMs), left);
    if (isOurs === false) return;
    if (isOurs) confirmedAt = asked;
    else if (performance.now() >= confirmedAt + leaseTtlMs) return;
  }
}

/** Null where the answer does not come in time, or the store is unavailable. */
function answerInTime<T>(answer: Promise<T>, timeoutMs = 1_000): Promise<T | null> {
  const orNull = () => null;
  return withTimeout(answer, timeoutMs, orNull).catch(orNull);
}
