import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lease, Leases } from '#projections/store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { abortable } from '#server/lib/abortable.ts';

/** A leader says three times a turn that it lives; those who stand by ask more often. */
const renewalsPerLease = 3;
const attemptsPerLease = 10;
/** In ms: the longest between two questions of those who stand by. */
const maxWaitMs = 450;

/** Work that one process alone may do, begun; `stop` resolves when what is in hand is done. */
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
  /** How long a turn lasts without another sign of life, in ms; unless given, as long as the store thinks best. */
  lasts?: number;
  /** Begins the work of a turn. `lost` says that the turn is over: it may be called at any time. */
  begin: (lease: Lease, leaseLost: () => void) => LeaderWork;
};

/**
 * Does the work whenever it is this process's turn, and stands by otherwise. A turn is over when the store says so, or
 * has not been heard of for as long as a turn lasts: only times of this process are compared with each other.
 */
export function startLeaderElection({
  task,
  leases,
  log,
  begin,
  lasts: leaseTtlMs = leases.leaseTtlMs,
}: LeaderElectionOptions): LeaderElection {
  const owner = randomUUID();
  const stopped = new AbortController();
  let isLeading = false;

  const lead = async (lease: Lease, since: number) => {
    const leaseLost = new AbortController();
    log.info({ turn: lease }, 'This process takes its turn');
    isLeading = true;
    const work = begin(lease, () => leaseLost.abort());
    await holdLease({ lease, leases, leaseTtlMs, since, over: AbortSignal.any([stopped.signal, leaseLost.signal]) });
    isLeading = false;
    if (!stopped.signal.aborted) log.warn({ turn: lease }, 'The turn of this process is over');
    // What it could not save is looked at again by the next; the process goes on.
    await work
      .stop()
      .catch((error: unknown) => log.warn({ err: error, turn: lease }, 'The work of a turn did not end in order'));
    await withTimeout(leases.release(lease), null);
  };
  /** Null while another has it. A store that does not answer does not hold up the end. */
  const acquireLease = async (): Promise<Lease | null> => {
    const asked = leases.acquire(task, owner, leaseTtlMs).catch(() => null);
    const lease = await abortable(stopped.signal, asked);
    if (lease === null && stopped.signal.aborted)
      void asked.then((late) => late && leases.release(late)).catch(() => undefined);
    return lease;
  };
  const run = async () => {
    while (!stopped.signal.aborted) {
      const since = performance.now();
      const lease = await acquireLease();
      if (lease) await lead(lease, since);
      else await delay(Math.min(leaseTtlMs / attemptsPerLease, maxWaitMs) * (0.75 + Math.random() / 2), stopped.signal);
    }
  };
  const running = run();

  return {
    task,
    isLeading: () => isLeading,
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

type HeldLease = { lease: Lease; leases: Leases; leaseTtlMs: number; since: number; over: AbortSignal };

async function holdLease({ lease, leases, leaseTtlMs, since, over }: HeldLease): Promise<void> {
  let confirmedAt = since;
  for (;;) {
    await delay(leaseTtlMs / renewalsPerLease, over);
    if (over.aborted) return;
    const asked = performance.now();
    // Where this process itself stood still for so long, the store may yet say that the turn is its own.
    const left = Math.max(confirmedAt + leaseTtlMs - asked, leaseTtlMs / renewalsPerLease);
    const isOurs = await withTimeout(leases.renew(lease, leaseTtlMs), null, left);
    if (isOurs === false) return;
    if (isOurs) confirmedAt = asked;
    else if (performance.now() >= confirmedAt + leaseTtlMs) return;
  }
}

/** What comes in time; `otherwise` where nothing does, or the store is away. */
async function withTimeout<T, O>(answer: Promise<T>, otherwise: O, timeoutMs = 1_000): Promise<T | O> {
  const done = new AbortController();
  const late = setTimeout(Math.max(0, timeoutMs), otherwise, { signal: done.signal }).catch(() => otherwise);
  try {
    return await Promise.race([answer.catch(() => otherwise), late]);
  } finally {
    done.abort();
  }
}
