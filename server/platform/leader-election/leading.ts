import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lease, Leases } from '#projections/store/port.ts';
import { pause } from '#server/lib/pause.ts';
import { unlessAborted } from '#server/lib/unless-aborted.ts';

/** A leader says three times a turn that it lives; those who stand by ask more often. */
const renewals = 3;
const questions = 10;
/** In ms: the longest between two questions of those who stand by. */
const longestWait = 450;

/** Work that one process alone may do, begun; `stop` resolves when what is in hand is done. */
export type Work = { stop: () => Promise<void> };

export type Leader = {
  task: string;
  isLeading: () => boolean;
  stop: () => Promise<void>;
};

type Options = {
  task: string;
  leases: Leases;
  log: Pick<Logger, 'info' | 'warn'>;
  /** How long a turn lasts without another sign of life, in ms; unless given, as long as the store thinks best. */
  lasts?: number;
  /** Begins the work of a turn. `lost` says that the turn is over: it may be called at any time. */
  begin: (turn: Lease, lost: () => void) => Work;
};

/**
 * Does the work whenever it is this process's turn, and stands by otherwise. A turn is over when the store says so, or
 * has not been heard of for as long as a turn lasts: only times of this process are compared with each other.
 */
export function startLeader({ task, leases, log, begin, lasts = leases.lasts }: Options): Leader {
  const owner = randomUUID();
  const stopped = new AbortController();
  let isLeading = false;

  const lead = async (turn: Lease, since: number) => {
    const lost = new AbortController();
    log.info({ turn }, 'This process takes its turn');
    isLeading = true;
    const work = begin(turn, () => lost.abort());
    await untilOver({ turn, leases, lasts, since, over: AbortSignal.any([stopped.signal, lost.signal]) });
    isLeading = false;
    if (!stopped.signal.aborted) log.warn({ turn }, 'The turn of this process is over');
    // What it could not save is looked at again by the next; the process goes on.
    await work
      .stop()
      .catch((error: unknown) => log.warn({ err: error, turn }, 'The work of a turn did not end in order'));
    await answered(leases.release(turn), null);
  };
  /** Null while another has it. A store that does not answer does not hold up the end. */
  const ask = async (): Promise<Lease | null> => {
    const asked = leases.acquire(task, owner, lasts).catch(() => null);
    const turn = await unlessAborted(stopped.signal, asked);
    if (turn === null && stopped.signal.aborted)
      void asked.then((late) => late && leases.release(late)).catch(() => undefined);
    return turn;
  };
  const run = async () => {
    while (!stopped.signal.aborted) {
      const since = performance.now();
      const turn = await ask();
      if (turn) await lead(turn, since);
      else await pause(Math.min(lasts / questions, longestWait) * (0.75 + Math.random() / 2), stopped.signal);
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

type Turn = { turn: Lease; leases: Leases; lasts: number; since: number; over: AbortSignal };

async function untilOver({ turn, leases, lasts, since, over }: Turn): Promise<void> {
  let heard = since;
  for (;;) {
    await pause(lasts / renewals, over);
    if (over.aborted) return;
    const asked = performance.now();
    // Where this process itself stood still for so long, the store may yet say that the turn is its own.
    const left = Math.max(heard + lasts - asked, lasts / renewals);
    const isOurs = await answered(leases.renew(turn, lasts), null, left);
    if (isOurs === false) return;
    if (isOurs) heard = asked;
    else if (performance.now() >= heard + lasts) return;
  }
}

/** What comes in time; `otherwise` where nothing does, or the store is away. */
async function answered<T, O>(answer: Promise<T>, otherwise: O, within = 1_000): Promise<T | O> {
  const done = new AbortController();
  const late = setTimeout(Math.max(0, within), otherwise, { signal: done.signal }).catch(() => otherwise);
  try {
    return await Promise.race([answer.catch(() => otherwise), late]);
  } finally {
    done.abort();
  }
}
