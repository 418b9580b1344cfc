import type { Logger } from 'pino';
import { runEvery } from '#server/lib/scheduler.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { MemberIndex } from './members.ts';
import type { SnapshotFile } from './snapshot-file.ts';

const writeIntervalMs = 60_000;
/** At most this many events are caught up with in a negligible time. */
const minEventCount = 1_000;

type SnapshotWriterDeps = { snapshots: SnapshotFile; members: MemberIndex; log: Pick<Logger, 'warn' | 'error'> };

/**
 * Keeps the snapshot up to date: writes it from time to time and when the scout stops, and removes deleted users at
 * once. `recordBatch` is called when the members have applied a whole batch, before the next one.
 */
export function startSnapshotWriter({ snapshots, members, log }: SnapshotWriterDeps) {
  let last: StoredEvent | null = null;
  /** Events since the last write; the first one counts where there may be no snapshot. */
  let passed = minEventCount;
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;

  const write = (minCount: number): Promise<void> => {
    if (last === null || passed < minCount) return writing;
    const { id, stream, revision, position } = last;
    passed = 0;
    const snapshot = { position, event: { id, stream, revision }, members: members.exportState() };
    writing = writing.then(() => snapshots.write(snapshot));
    return writing;
  };
  const schedule = runEvery({
    work: () => write(minEventCount),
    intervalMs: writeIntervalMs,
    log,
    failureMessage: 'Failed to write the member index snapshot',
  });

  return {
    recordBatch: async (batch: StoredEvent[]): Promise<void> => {
      last = batch.at(-1) ?? last;
      passed += batch.length;
      if (isStopped || !batch.some(({ type }) => type === 'UserDeleted')) return;
      await writing;
      await snapshots.discard().catch((error: unknown) => {
        log.warn({ err: error }, 'Failed to delete the member index snapshot; overwriting it');
      });
      passed = minEventCount;
    },
    /** Resolves when the present members are written. */
    stop: async (): Promise<void> => {
      isStopped = true;
      await schedule.stop();
      await write(1);
    },
  };
}
