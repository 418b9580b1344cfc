import type { Logger } from 'pino';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Members } from './members.ts';
import type { Snapshots } from './snapshots.ts';

const lookedAtEvery = 60_000;
/** So many events are caught up with in no time. */
const worthWriting = 1_000;

type Parts = { snapshots: Snapshots; members: Members; log: Pick<Logger, 'warn'> };

/**
 * Has the snapshot follow the members: written now and then, at the end, and at once made to forget who was deleted.
 * `told` is called when the members know all of a batch, and before they are told of more.
 */
export function keepSnapshot({ snapshots, members, log }: Parts) {
  let last: StoredEvent | null = null;
  /** Events since the last writing; the first one is worth it where there may be none. */
  let passed = worthWriting;
  let writing: Promise<void> = Promise.resolve();
  let isStopped = false;

  const write = (least: number): Promise<void> => {
    if (last === null || passed < least) return writing;
    const { id, stream, revision, position } = last;
    passed = 0;
    const snapshot = { position, event: { id, stream, revision }, members: members.held() };
    writing = writing.then(() => snapshots.write(snapshot));
    return writing;
  };
  const timer = setInterval(() => void write(worthWriting), lookedAtEvery).unref();

  return {
    told: async (batch: StoredEvent[]): Promise<void> => {
      last = batch.at(-1) ?? last;
      passed += batch.length;
      if (isStopped || !batch.some(({ type }) => type === 'UserDeleted')) return;
      await writing;
      await snapshots.discard().catch((error: unknown) => {
        log.warn({ err: error }, 'The snapshot of the members could not be removed, and is overwritten');
      });
      passed = worthWriting;
    },
    /** Resolves when what the members know is written. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      isStopped = true;
      await write(1);
    },
  };
}
