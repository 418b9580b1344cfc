import type { DatabaseSync } from 'node:sqlite';
import { toSqliteStoreError, readSqliteCode } from './file.ts';
import { recordTrouble } from './file-health.ts';

/**
 * Writes requested in one iteration of the event loop are committed together: one wait for the disk instead of many.
 */
type Commit = <T>(write: () => T) => Promise<T>;

type OnAttempt = (isCommitted: boolean) => void;

type Job = { write: () => unknown; resolve: (value: unknown) => void; reject: (reason: unknown) => void };
type JobOutcome = { job: Job; value: unknown } | { job: Job; refusal: unknown };

/** More than these would block the event loop for too long. */
const maxJobsPerCommit = 500;

/**
 * A `write` that throws must not have written anything: only that one is rejected. When SQLite itself throws, all
 * writes of the same commit fail. All settle after the commit. `onAttempt` is called after each commit, including a
 * failed one, as parts of it may be in the file anyway. `flushAll` commits pending writes immediately.
 */
export function createGroupCommit(database: DatabaseSync, name: string, onAttempt: OnAttempt = () => undefined) {
  const waiting: Job[] = [];

  const flush = () => {
    const jobs = waiting.splice(0, maxJobsPerCommit);
    if (waiting.length > 0) setImmediate(flush);
    if (jobs.length === 0) return;
    let isCommitted = false;
    try {
      const completeJobs = commitAll(database, jobs);
      isCommitted = true;
      for (const completeJob of completeJobs) completeJob();
    } catch (error) {
      const reason = toSqliteStoreError(name, error);
      recordTrouble(database, reason);
      for (const { reject } of jobs) reject(reason);
    } finally {
      onAttempt(isCommitted);
    }
  };

  const commit: Commit = (write) =>
    new Promise((resolve, reject) => {
      const job = { write, resolve: resolve as Job['resolve'], reject };
      if (waiting.push(job) === 1) setImmediate(flush);
    });

  const flushAll = () => {
    while (waiting.length > 0) flush();
  };
  return { commit, flushAll };
}

function commitAll(database: DatabaseSync, jobs: Job[]): (() => void)[] {
  database.exec('BEGIN IMMEDIATE');
  try {
    const outcomes = jobs.map(runJob);
    database.exec('COMMIT');
    return outcomes.map((outcome) => () => {
      if ('value' in outcome) outcome.job.resolve(outcome.value);
      else outcome.job.reject(outcome.refusal);
    });
  } catch (error) {
    // A full disk may have rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function runJob(job: Job): JobOutcome {
  try {
    return { job, value: job.write() };
  } catch (refusal) {
    if (readSqliteCode(refusal) !== null) throw refusal;
    return { job, refusal };
  }
}
