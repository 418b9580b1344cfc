import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createWorkerPool } from '#server/lib/threads/worker-pool.ts';
import { StoreUnavailable } from '../../port.ts';
import { withStoreErrors } from './file.ts';

/** SQLite copies the log itself, in a commit, where it has grown to this many times its usual size. */
const largestJournal = 16;

/** One thread for all files: they are on one disk. */
const copyInThread = createWorkerPool<boolean>(new URL('journal-copy-thread.ts', import.meta.url), {
  size: 1,
  resourceLimits: {},
  cpuLimitMs: null,
  fallback: false,
});

/**
 * Copies the write-ahead log of a file into the file whenever `pages` of it are not copied yet. A thread does that, as it
 * takes up to 0.2 s: the pages belong anywhere in the file, and the disk is waited for.
 */
export function createJournalCopy(database: DatabaseSync, pages: number) {
  const file = database.location() ?? '';
  database.exec(`PRAGMA wal_autocheckpoint = ${pages * largestJournal}`);
  const readState = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  let copying: Promise<unknown> | null = null;
  const whenCopied = async (): Promise<void> => {
    await copying;
  };
  return {
    /** Must be called after each commit. */
    copyWhenDue: (): void => {
      if (copying !== null) return;
      const { log, checkpointed } = readState.get() ?? {};
      if (Number(log) - Number(checkpointed) < pages) return;
      copying = copyInThread(file).finally(() => {
        copying = null;
      });
    },
    /** Resolves when no copy is under way. */
    whenCopied,
    /** Copies everything, and empties the log. Throws StoreUnavailable where another process reads it. */
    copyNow: async (): Promise<void> => {
      // SQLite refuses a second copy at the same time.
      await whenCopied();
      withStoreErrors(basename(file), () => {
        const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
        if (busy !== 0)
          throw new StoreUnavailable('The write-ahead log could not be copied, as another process reads it.');
      });
    },
  };
}
