import type { Logger } from 'pino';
import type { Verification } from '#domain/history/contract.ts';
import type { Documents, Lease, Leases } from '#projections/store/port.ts';
import type { Clock } from '../clock.ts';
import { Problem } from '../http/problem.ts';
import { pause } from '../pause.ts';
import type { Places } from '../places.ts';
import { publicSealKey, sealKeySpace } from './seal-key.ts';
import type { Verdict } from './verify.ts';
import { verifyApart } from './verify-apart.ts';

type Last = NonNullable<Verification['last']>;
type Running = NonNullable<Verification['running']>;
type LastDoc = Last & { id: string };
type RunningDoc = Running & { id: string };

type Parts = {
  places: Places;
  documents: Documents;
  leases: Leases;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How many events there are to read; null where nobody knows. */
  count: () => Promise<number | null>;
};

export type VerificationDesk = ReturnType<typeof openVerification>;

const lastId = 'last-verification';
const runningId = 'verification';
/** In ms: how long the turn at a verification lasts without a sign of life, and how often one is given. */
const turnLasts = 15_000;
const signsOfLife = 1_000;
const owner = `verification-${process.pid}`;

/** Verifies the log when asked, one process and one time at once, and keeps what came of it. */
export function openVerification({ places, documents, leases, clock, log, count }: Parts) {
  const stopped = new AbortController();
  let underWay: Promise<void> | null = null;

  const state = async (): Promise<Verification> => {
    const [last, running, key] = await Promise.all([
      documents.get<LastDoc>(sealKeySpace, lastId),
      documents.get<RunningDoc>(sealKeySpace, runningId),
      publicSealKey(documents),
    ]);
    return {
      last: last && withoutId(last),
      running: running && withoutId(running),
      key: key && { keyId: key.keyId, publicKey: key.publicKey },
    };
  };

  const note = async (running: Running) => {
    const doc: RunningDoc = { id: runningId, ...running };
    await documents.put(sealKeySpace, doc, Date.now() + turnLasts);
  };
  /** Tells the others how far it is, until it is over. */
  const live = async (turn: Lease, running: () => Running, over: AbortSignal) => {
    while (!over.aborted) {
      await Promise.all([note(running()), leases.renew(turn, turnLasts)]).catch(() => undefined);
      await pause(signsOfLife, over);
    }
  };
  const settle = async (last: Last) => {
    const doc: LastDoc = { id: lastId, ...last };
    await documents.put(sealKeySpace, doc);
    if (last.ok === false) {
      log.error({ alarm: 'history', difference: last.difference }, 'THE LOG WAS ALTERED: its verification failed');
    } else if (last.problem !== null) {
      log.warn({ problem: last.problem }, 'The log could not be verified');
    } else log.info({ events: last.events, seconds: last.seconds }, 'The log was verified and is in order');
  };

  const work = async (turn: Lease, since: string, total: number | null) => {
    const began = performance.now();
    const over = new AbortController();
    let events = 0;
    const living = live(turn, () => ({ since, events, total }), over.signal);
    const key = await publicSealKey(documents);
    const asked = {
      places,
      publicKeys: key ? [key.publicKey] : [],
      onProgress: (read: number) => (events = read),
      stopped: stopped.signal,
    };
    const seconds = () => Math.round(performance.now() - began) / 1_000;
    const last = await verifyApart(asked).then(
      (verdict) => lastOf(verdict, clock().toISOString(), seconds()),
      (error: unknown) => failedLast(error, clock().toISOString(), seconds()),
    );
    over.abort();
    await living;
    if (!stopped.signal.aborted) await settle(last);
    await documents.remove(sealKeySpace, runningId);
    await leases.release(turn);
  };

  return {
    state,
    /** Begins one. Throws Problem 409 where one is under way, StoreUnavailable. */
    begin: async (): Promise<void> => {
      const turn = underWay ? null : await leases.acquire('verification', owner, turnLasts);
      if (turn === null || underWay) throw new Problem(409, 'A verification is under way. Wait for it to end.');
      const since = clock().toISOString();
      const total = await count().catch(() => null);
      await note({ since, events: 0, total });
      underWay = work(turn, since, total)
        .catch((error: unknown) => log.warn({ err: error }, 'A verification did not end in order'))
        .finally(() => {
          underWay = null;
        });
    },
    /** Resolves when the one of this process is over. */
    ended: async (): Promise<void> => {
      await underWay;
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      await underWay;
    },
  };
}

function withoutId<D extends { id: string }>({ id, ...doc }: D): Omit<D, 'id'> {
  void id;
  return doc;
}

function lastOf({ events, upTo, difference, seals }: Verdict, at: string, seconds: number): Last {
  return {
    ...{ at, ok: difference === null, problem: null, events, upTo, seconds, difference },
    seals: { count: seals.length, last: seals.at(-1) ?? null },
  };
}

function failedLast(error: unknown, at: string, seconds: number): Last {
  const problem = error instanceof Error ? error.message : 'The verification failed';
  return { at, ok: null, problem, events: 0, upTo: 0, seconds, difference: null, seals: { count: 0, last: null } };
}
