import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { decodeSnapshot, encodeSnapshot, type MemberSnapshot } from './snapshot-format.ts';

/**
 * The members in a file, to begin with faster. It is never trusted over the log: one that is damaged, of another
 * version or of another log counts for nothing, and without one everything is as it would be.
 */
export type SnapshotFile = {
  read: () => Promise<MemberSnapshot | null>;
  write: (snapshot: MemberSnapshot) => Promise<void>;
  /** Somebody in it is to be forgotten: it is gone when this resolves. */
  discard: () => Promise<void>;
};

type SnapshotFileDeps = { path: string; events: Pick<EventStore, 'read'>; log: Pick<Logger, 'warn' | 'info'> };

export function openSnapshotFile({ path, events, log }: SnapshotFileDeps): SnapshotFile {
  const isOfThisLog = async ({ event, position }: MemberSnapshot): Promise<boolean> => {
    const { events: past } = await events.read(event.stream, event.revision);
    return past[0]?.id === event.id && past[0].position === position;
  };

  return {
    read: async () => {
      const bytes = await readFile(path).catch(() => null);
      if (bytes === null) return null;
      const snapshot = decodeSnapshot(bytes);
      if (snapshot !== null && (await isOfThisLog(snapshot))) return snapshot;
      log.info('The snapshot of the members is damaged, of another version or of another log, and is made anew');
      return null;
    },
    write: async (snapshot) => {
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const file = await open(`${path}.new`, 'w', 0o600);
        try {
          await file.writeFile(encodeSnapshot(snapshot));
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(`${path}.new`, path);
      } catch (error) {
        log.warn({ err: error }, 'The snapshot of the members could not be written: the next start takes longer');
      }
    },
    discard: async () => {
      await rm(path, { force: true });
      // Of a process that was killed while it wrote.
      await rm(`${path}.new`, { force: true });
    },
  };
}
