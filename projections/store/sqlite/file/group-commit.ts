import type { DatabaseSync } from 'node:sqlite';
import { readSqliteCode, runOnFile, toSqliteStoreError } from './file.ts';
import { recordTrouble } from './file-health.ts';
import { createJournalCopy } from './journal-copy.ts';
import { createJournalSync, type SyncData } from './journal-sync.ts';

/**
 * Writes requested in one iteration of the event loop are committed together: one wait for the disk instead of many.
 */
type Commit = <T>(write: () => T) => Promise<T>;

type OnAttempt = (isCommitted: boolean) => void;

type Job = { write: () => unknown; resolve: (value: unknown) => void; reject: (reason: unknown) => void };
type JobOutcome = { job: Job; value: unknown } | { job: Job; refusal: unknown };

/** More than these would block the event loop for too long. */
const maxJobsPerCommit = 500;
/** Of 4 kB. */
const pagesBetweenCopies = 1_000;

/**
 * A `write` that throws must not have written anything: only that one is rejected. When SQLite itself throws, all
 * writes of the same commit fail. All settle when the commit is on the disk, for which the event loop does not wait.
 * `onAttempt` is called after each commit, including a failed one, as parts of it may be in the file anyway.
 */
export function createGroupCommit(
  database: DatabaseSync,
  name: string,
  { onAttempt, syncData }: { onAttempt: OnAttempt; syncData?: SyncData | undefined },
) {
  const waiting: Job[] = [];
  const { copyWhenDue, whenCopied, copyNow } = createJournalCopy(database, pagesBetweenCopies);
  const journal = createJournalSync(database, { copyNow, syncData });
  let flushing: Promise<void> | null = null;

  const flush = async () => {
    const jobs = waiting.splice(0, maxJobsPerCommit);
    try {
      const completeJobs = commitAll(database, jobs, onAttempt);
      copyWhenDue();
      await journal.sync();
      for (const completeJob of completeJobs) completeJob();
    } catch (error) {
      const reason = recordFailure(database, name, error);
      for (const { reject } of jobs) reject(reason);
    }
  };

  const syncAgain = () =>
    journal.sync().catch((error: unknown) => {
      throw recordFailure(database, name, error);
    });

  const start = () => {
    if (flushing !== null || waiting.length === 0) return;
    flushing = flush().then(() => {
      flushing = null;
      // Readers that waited for this commit go first.
      if (waiting.length > 0) setImmediate(start);
    });
  };

  const commit: Commit = (run) =>
    new Promise((resolve, reject) => {
      const job = { write: run, resolve: resolve as Job['resolve'], reject };
      if (waiting.push(job) === 1) setImmediate(start);
    });

  return {
    commit,
    /** Reads when all that can be found is on the disk. Throws StoreUnavailable where the disk refuses it. */
    read: async <T>(run: () => T): Promise<T> => {
      while (flushing !== null) await flushing;
      if (journal.isBehind()) await syncAgain();
      return runOnFile(database, name, run);
    },
    copyNow,
    /** Commits pending writes, and releases the file. */
    close: async () => {
      start();
      while (flushing !== null) {
        await flushing;
        start();
      }
      await whenCopied();
      journal.close();
    },
  };
}

function recordFailure(database: DatabaseSync, name: string, error: unknown): unknown {
  const reason = toSqliteStoreError(name, error);
  recordTrouble(database, reason);
  return reason;
}

function commitAll(database: DatabaseSync, jobs: Job[], onAttempt: OnAttempt): (() => void)[] {
  let isCommitted = false;
  try {
    database.exec('BEGIN IMMEDIATE');
    const outcomes = jobs.map(runJob);
    database.exec('COMMIT');
    isCommitted = true;
    return outcomes.map((outcome) => () => {
      if ('value' in outcome) outcome.job.resolve(outcome.value);
      else outcome.job.reject(outcome.refusal);
    });
  } catch (error) {
    // A full disk may have rolled back already.
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    throw error;
  } finally {
    onAttempt(isCommitted);
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
