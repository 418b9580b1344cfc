import type { Position } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { createEventWindow, DecryptEvents } from './event-window.ts';
import type { Subscriber, SubscriptionLag } from './subscriber.ts';

/** `events` is empty where none of the subscriber's types are among them. */
export type LogBatch = { events: StoredEvent[]; position: Position };

/** Reads the log from a position on: from the window where it has the position, else in pages from the store. */
export type LogReader = {
  position: () => Position;
  /** The next events; null where there are none yet. */
  next: () => Promise<LogBatch | null>;
  /** Confirms that everything up to a position is handled. */
  advance: (to: Position) => void;
  lag: () => SubscriptionLag;
  close: () => void;
};

/** The most events of one batch. */
const maxBatchSize = 500;

type LogReaderDeps = {
  window: ReturnType<typeof createEventWindow>;
  events: Pick<EventStore, 'readAll'>;
  decrypt: DecryptEvents;
  /** Called whenever a reader has moved. */
  onAdvance: () => void;
  onClose: (reader: LogReader) => void;
};

export function createLogReader(
  { window, events, decrypt, onAdvance, onClose }: LogReaderDeps,
  { reads = 'decrypted', handles }: Pick<Subscriber, 'reads' | 'handles'>,
  start: Position,
): LogReader {
  let position = start;
  let readUntil: string | null = null;
  const types = handles && new Set(handles);
  const select = (batch: StoredEvent[]) =>
    batch.filter((event) => event.position > position && (types === undefined || types.has(event.type)));

  const readWindow = async (): Promise<LogBatch | null> => {
    const batches = window.readAfter(position, maxBatchSize);
    const last = batches.at(-1)?.last;
    if (last === undefined) return null;
    const isWanted = types === undefined || batches.some(({ stored }) => stored.some(({ type }) => types.has(type)));
    if (!isWanted) return { events: [], position: last };
    const found = reads === 'encrypted' ? batches.map(({ stored }) => stored) : batches.map((one) => one.decrypted());
    return { events: select((await Promise.all(found)).flat()), position: last };
  };
  const readPage = async (): Promise<LogBatch> => {
    const page = await events.readAll(position, maxBatchSize);
    const last = page.at(-1);
    if (last === undefined) throw new StoreUnavailable(`The store has no events after ${position} yet`);
    readUntil = last.metadata.at;
    const selected = select(page);
    const isOpen = reads === 'encrypted' || selected.length === 0;
    return { events: isOpen ? selected : await decrypt(selected), position: last.position };
  };

  const reader: LogReader = {
    position: () => position,
    next: () => (window.contains(position) ? readWindow() : readPage()),
    advance: (to) => {
      position = to;
      onAdvance();
    },
    lag: () => {
      if (!window.contains(position)) return { events: window.end() - position, seconds: secondsSince(readUntil) };
      const { events: unread, since } = window.measureAfter(position);
      return { events: unread, seconds: secondsSince(since) };
    },
    close: () => onClose(reader),
  };
  return reader;
}

function secondsSince(at: string | null): number {
  return at === null ? 0 : Math.max(0, (Date.now() - Date.parse(at)) / 1000);
}
