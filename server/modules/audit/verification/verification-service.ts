import type { Log } from '#server/lib/log.ts';
import { randomUUID } from 'node:crypto';
import { type Verification, verification } from '#domain/history/contract.ts';
import type { Documents, Lease } from '#projections/store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { findPublicSealKey, sealKeySpace } from '../hash-chain/seal-key.ts';
import { findVerifiedSeal, saveVerifiedSeal, toEarlier, type VerifiedSeal } from './verified-seal.ts';
import type { VerificationVerdict } from './verify-chain.ts';
import { verifyInWorker } from './verify-in-worker.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

type LastVerification = NonNullable<Verification['last']>;
type RunningVerification = NonNullable<Verification['running']>;
const contract = verification.shape;
type LastVerificationDoc = LastVerification & { id: string };
type RunningVerificationDoc = RunningVerification & { id: string };

type VerificationDeps = Pick<Platform, 'documents' | 'leases' | 'clock'> & {
  storageConfig: StorageConfig;
  log: Log;
  /** How many events there are to read; null where that is unknown. */
  count: () => Promise<number | null>;
};

export type VerificationService = ReturnType<typeof createVerificationService>;

const lastId = 'last-verification';
const runningId = 'verification';
/** In ms: how long the lease of a verification lasts without a heartbeat, and how often one is sent. */
const leaseTtlMs = 15_000;
const heartbeatIntervalMs = 1_000;
const fullIntervalMs = 7 * 24 * 60 * 60_000;
/** What results of earlier programs, which read the whole log, do not have. */
const wholeLog = { from: 1, earlier: null };

/** Verifies the log on request, in one process at a time, and keeps the result. */
export function createVerificationService(deps: VerificationDeps) {
  const { documents, leases, clock, log, count } = deps;
  const stopped = new AbortController();
  let active: Promise<void> | null = null;

  return {
    state: () => readState(deps),
    /**
     * Begins one, from the last verified seal on unless it `isFull` or the last full one was a week ago. Throws HttpError 409
     * where one is running, StoreUnavailable.
     */
    begin: async ({ isFull = false } = {}): Promise<void> => {
      // A new owner each time: a second request to the process that holds the lease is refused, too.
      const ownLease = active ? null : await leases.acquire(leaseTasks.verification, randomUUID(), leaseTtlMs);
      if (ownLease === null) throw new HttpError(409, 'A verification is under way. Wait for it to end.');
      const running = { since: clock().toISOString(), events: 0, total: await count().catch(() => null) };
      await saveProgress(documents, running);
      active = runVerification(deps, { lease: ownLease, running, isFull, stopped: stopped.signal })
        .catch((error: unknown) => log.warn({ err: error }, 'Log verification ended unexpectedly'))
        .finally(() => {
          active = null;
        });
    },
    /** Resolves when this process's verification has ended. */
    waitUntilIdle: async (): Promise<void> => {
      await active;
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      await active;
    },
  };
}

async function readState({ documents, count }: Pick<VerificationDeps, 'documents' | 'count'>): Promise<Verification> {
  const [last, running, key, total] = await Promise.all([
    documents.get<LastVerificationDoc>(sealKeySpace, lastId),
    documents.get<RunningVerificationDoc>(sealKeySpace, runningId),
    findPublicSealKey(documents),
    count().catch(() => null),
  ]);
  return {
    total,
    last: last && contract.last.parse({ ...wholeLog, ...last }),
    running: running && contract.running.parse(running),
    key: key && { keyId: key.keyId, publicKey: key.publicKey },
  };
}

async function saveProgress(documents: Documents, running: RunningVerification): Promise<void> {
  const doc: RunningVerificationDoc = { id: runningId, ...running };
  await documents.put(sealKeySpace, doc, Date.now() + leaseTtlMs);
}

type VerificationRun = { lease: Lease; running: RunningVerification; isFull: boolean; stopped: AbortSignal };

async function runVerification(deps: VerificationDeps, { lease: ownLease, ...run }: VerificationRun): Promise<void> {
  const { documents, leases, log } = deps;
  const { running, stopped } = run;
  // They report its progress to the other processes.
  const heartbeats = runEvery({
    work: () => Promise.all([saveProgress(documents, running), leases.renew(ownLease, leaseTtlMs)]),
    intervalMs: heartbeatIntervalMs,
    log,
    failureMessage: 'Failed to report the progress of a verification',
  });
  const last = await runWorker(deps, run).finally(heartbeats.stop);
  if (!stopped.aborted) {
    const doc: LastVerificationDoc = { id: lastId, ...last };
    await documents.put(sealKeySpace, doc);
    logResult(log, last);
  }
  await documents.remove(sealKeySpace, runningId);
  await leases.release(ownLease);
}

async function runWorker(
  { storageConfig, documents, clock }: VerificationDeps,
  { running, isFull, stopped }: Omit<VerificationRun, 'lease'>,
): Promise<LastVerification> {
  const began = performance.now();
  const [key, verifiedSeal] = await Promise.all([findPublicSealKey(documents), findVerifiedSeal(documents)]);
  const onProgress = (events: number) => {
    running.events = events;
  };
  const isFullDue = clock().getTime() - Date.parse(verifiedSeal?.fullAt ?? '') >= fullIntervalMs;
  const task = { storageConfig, publicKeys: key ? [key.publicKey] : [], verifiedSeal, isFull: isFull || isFullDue };
  const measureRun = () => ({ at: clock().toISOString(), seconds: Math.round(performance.now() - began) / 1_000 });
  try {
    const verdict = await verifyInWorker({ ...task, onProgress, stopped });
    const timing = measureRun();
    await saveVerifiedSeal(documents, verdict, timing.at);
    return toLastVerification(verdict, verifiedSeal, timing);
  } catch (error) {
    return toFailedVerification(error, measureRun());
  }
}

function logResult(
  log: VerificationDeps['log'],
  { ok, difference, problem, from, events, seconds }: LastVerification,
): void {
  if (ok === false) log.error({ alarm: 'history', difference }, 'THE LOG WAS ALTERED: log verification failed');
  else if (problem !== null) log.warn({ problem }, 'Failed to verify the log');
  else log.info({ from, events, seconds }, 'Verified the log: no changes detected');
}

type VerificationTiming = { at: string; seconds: number };

function toLastVerification(
  { from, events, upTo, difference, seals }: VerificationVerdict,
  verifiedSeal: VerifiedSeal | null,
  { at, seconds }: VerificationTiming,
): LastVerification {
  return {
    at,
    ok: difference === null,
    problem: null,
    from,
    earlier: toEarlier(from, verifiedSeal),
    events,
    upTo,
    seconds,
    difference,
    seals: { count: seals.length, last: seals.at(-1) ?? null },
  };
}

function toFailedVerification(error: unknown, { at, seconds }: VerificationTiming): LastVerification {
  const problem = error instanceof Error ? error.message : 'The verification failed';
  return {
    ...wholeLog,
    at,
    ok: null,
    problem,
    events: 0,
    upTo: 0,
    seconds,
    difference: null,
    seals: { count: 0, last: null },
  };
}
