import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { decodeSnapshot, encodeSnapshot, type MemberSnapshot } from './snapshot-format.ts';

/**
 * The members in a file, for a faster start. The log always takes precedence: a snapshot that is damaged, of another
 * version or of another log is ignored, and without one the result is the same.
 */
export type SnapshotFile = {
  read: () => Promise<MemberSnapshot | null>;
  write: (snapshot: MemberSnapshot) => Promise<void>;
  /** A user in it is to be erased: the snapshot is deleted when this resolves. */
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
      log.info('Ignored the member index snapshot: it is damaged, or of another version or log');
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
        log.warn({ err: error }, 'Failed to write the member index snapshot; the next start takes longer');
      }
    },
    discard: async () => {
      await rm(path, { force: true });
      // Left by a process that was killed while writing.
      await rm(`${path}.new`, { force: true });
    },
  };
}
