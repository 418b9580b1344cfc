import type { Logger } from 'pino';
import type { Appended, EventStore, StoredEvent } from '../port.ts';

type Append = EventStore['append'];
type CheckedAppend = { append: Append; clockOffsetMs: () => number };
/** An event as stored, and when the server wrote it. */
export type WrittenEvent = { event: Pick<StoredEvent, 'metadata'>; created: Date };
type ServerClockDeps = {
  append: Append;
  readWritten: (stream: string, revision: number) => Promise<WrittenEvent | null>;
  log: Pick<Logger, 'error' | 'info'>;
};

const toleranceMs = 60_000;
const checkIntervalMs = 60_000;

/**
 * Compares the clock of this process with the server's after an append, once a minute at most. No append waits for
 * that. `clockOffsetMs` is as in EventStore.
 */
export function withServerClock({ append, readWritten, log }: ServerClockDeps): CheckedAppend {
  let offsetMs = 0;
  let nextCheckMs = 0;

  const compare = async (
    stream: string,
    { revision }: Appended,
    at: string,
    callTimes: { from: number; to: number },
  ) => {
    const writtenEvent = await readWritten(stream, revision);
    // Another time means that this append repeated an earlier one.
    if (writtenEvent?.event.metadata.at !== at) return;
    const createdMs = writtenEvent.created.getTime();
    const measuredMs = createdMs < callTimes.from ? createdMs - callTimes.from : Math.max(0, createdMs - callTimes.to);
    const before = offsetMs;
    offsetMs = Math.abs(measuredMs) > toleranceMs ? measuredMs : 0;
    const seconds = Math.round(offsetMs / 1000);
    if (offsetMs !== 0) log.error({ seconds }, 'The clock of this process differs from the clock of EventStoreDB');
    else if (before !== 0) log.info('The clock of this process agrees with the clock of EventStoreDB again');
  };

  return {
    clockOffsetMs: () => offsetMs,
    append: async (stream, events, expected, metadata) => {
      const from = Date.now();
      const appended = await append(stream, events, expected, metadata);
      if (events.length > 0 && performance.now() >= nextCheckMs) {
        nextCheckMs = performance.now() + checkIntervalMs;
        void compare(stream, appended, metadata.at, { from, to: Date.now() }).catch(() => (nextCheckMs = 0));
      }
      return appended;
    },
  };
}
