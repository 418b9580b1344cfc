import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Verification, verification } from '#domain/history/contract.ts';
import type { Documents, Lease, Leases } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { pause } from '#server/lib/pause.ts';
import type { Places } from '#server/platform/config/places.ts';
import { publicSealKey, sealKeySpace } from '../hash-chain/seal-key.ts';
import type { Verdict } from './verify.ts';
import { verifyApart } from './verify-apart.ts';

type Last = NonNullable<Verification['last']>;
type Running = NonNullable<Verification['running']>;
const contract = verification.shape;
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

/** Verifies the log when asked, one process and one time at once, and keeps what came of it. */
export function openVerification(parts: Parts) {
  const { documents, leases, clock, log, count } = parts;
  const stopped = new AbortController();
  let underWay: Promise<void> | null = null;

  return {
    state: () => stateIn(documents),
    /** Begins one. Throws Problem 409 where one is under way, StoreUnavailable. */
    begin: async (): Promise<void> => {
      // Another owner each time: its own turn is refused to one who asks twice, too.
      const turn = underWay ? null : await leases.acquire('verification', randomUUID(), turnLasts);
      if (turn === null) throw new Problem(409, 'A verification is under way. Wait for it to end.');
      const running = { since: clock().toISOString(), events: 0, total: await count().catch(() => null) };
      await note(documents, running);
      underWay = work(parts, { turn, running, stopped: stopped.signal })
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

async function stateIn(documents: Documents): Promise<Verification> {
  const [last, running, key] = await Promise.all([
    documents.get<LastDoc>(sealKeySpace, lastId),
    documents.get<RunningDoc>(sealKeySpace, runningId),
    publicSealKey(documents),
  ]);
  return {
    last: last && contract.last.parse(last),
    running: running && contract.running.parse(running),
    key: key && { keyId: key.keyId, publicKey: key.publicKey },
  };
}

async function note(documents: Documents, running: Running): Promise<void> {
  const doc: RunningDoc = { id: runningId, ...running };
  await documents.put(sealKeySpace, doc, Date.now() + turnLasts);
}

type Working = { turn: Lease; running: Running; stopped: AbortSignal };

async function work(parts: Parts, { turn, running, stopped }: Working): Promise<void> {
  const { documents, leases, log } = parts;
  const over = new AbortController();
  const living = giveSignsOfLife(parts, { turn, running, stopped: over.signal });
  const last = await verified(parts, running, stopped).finally(() => {
    over.abort();
    return living;
  });
  if (!stopped.aborted) {
    const doc: LastDoc = { id: lastId, ...last };
    await documents.put(sealKeySpace, doc);
    tell(log, last);
  }
  await documents.remove(sealKeySpace, runningId);
  await leases.release(turn);
}

async function verified({ places, documents, clock }: Parts, running: Running, stopped: AbortSignal): Promise<Last> {
  const began = performance.now();
  const key = await publicSealKey(documents);
  const onProgress = (events: number) => {
    running.events = events;
  };
  const verdict = verifyApart({ places, publicKeys: key ? [key.publicKey] : [], onProgress, stopped });
  const passed = () => ({ at: clock().toISOString(), seconds: Math.round(performance.now() - began) / 1_000 });
  return verdict.then(
    (found) => lastOf(found, passed()),
    (error: unknown) => failedLast(error, passed()),
  );
}

/** Tells the others how far it is, until it is over. */
async function giveSignsOfLife({ documents, leases }: Parts, { turn, running, stopped }: Working): Promise<void> {
  while (!stopped.aborted) {
    await Promise.all([note(documents, running), leases.renew(turn, turnLasts)]).catch(() => undefined);
    await pause(signsOfLife, stopped);
  }
}

function tell(log: Parts['log'], { ok, difference, problem, events, seconds }: Last): void {
  if (ok === false) log.error({ alarm: 'history', difference }, 'THE LOG WAS ALTERED: its verification failed');
  else if (problem !== null) log.warn({ problem }, 'The log could not be verified');
  else log.info({ events, seconds }, 'The log was verified and is in order');
}

type Passed = { at: string; seconds: number };

function lastOf({ events, upTo, difference, seals }: Verdict, { at, seconds }: Passed): Last {
  return {
    at,
    ok: difference === null,
    problem: null,
    events,
    upTo,
    seconds,
    difference,
    seals: { count: seals.length, last: seals.at(-1) ?? null },
  };
}

function failedLast(error: unknown, { at, seconds }: Passed): Last {
  const problem = error instanceof Error ? error.message : 'The verification failed';
  return { at, ok: null, problem, events: 0, upTo: 0, seconds, difference: null, seals: { count: 0, last: null } };
}
