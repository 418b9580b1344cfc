import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { syncFolder } from '#server/lib/replace-file.ts';
import type { createJournalCopy } from './journal-copy.ts';

/** Waits until the data of an open file is on the disk. */
export type SyncData = (descriptor: number) => Promise<void>;

const syncOnDisk: SyncData = promisify(fdatasync);

type JournalSyncOptions = Pick<ReturnType<typeof createJournalCopy>, 'copyNow'> & { syncData?: SyncData | undefined };

/**
 * Makes commits durable without blocking the event loop. With `synchronous` NORMAL, SQLite only writes a commit to its
 * write-ahead log; `sync` waits until that log is on the disk.
 */
export function createJournalSync(database: DatabaseSync, { copyNow, syncData = syncOnDisk }: JournalSyncOptions) {
  let descriptor: number | null = null;
  let isBehind = false;

  return {
    /** Resolves when everything committed is durable. Rejects where the disk refuses, and may be called again then. */
    sync: async (): Promise<void> => {
      if (!isBehind) {
        try {
          descriptor ??= openJournal(database);
          await syncData(descriptor);
          return;
        } catch {
          // After a failure the system takes the data for written: only writing it once more tells.
          isBehind = true;
        }
      }
      await copyNow();
      isBehind = false;
    },
    /** Whether a sync has failed, and none succeeded since. */
    isBehind: () => isBehind,
    close: (): void => {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

/** SQLite creates the file with the first write, and keeps it while the database is open. */
function openJournal(database: DatabaseSync): number {
  const file = database.location() ?? '';
  syncFolder(dirname(file));
  return openSync(`${file}-wal`, 'r');
}
