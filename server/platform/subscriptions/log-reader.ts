import { type Position, toPosition } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { estimateEvents } from '#server/platform/event-store/log-pages.ts';
import type { createEventWindow, DecryptEvents, WindowBatch } from './event-window.ts';
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
export const maxBatchSize = 500;

type LogReaderDeps = {
  window: ReturnType<typeof createEventWindow>;
  events: Pick<EventStore, 'readAll'>;
  decrypt: DecryptEvents;
};
type ReaderOptions = Pick<Subscriber, 'reads' | 'handles'>;

/** Opens readers of one window, which keeps what the slowest of them still needs, within its bound. */
export function createReaderFactory(deps: LogReaderDeps) {
  const { window } = deps;
  const readers = new Set<Pick<LogReader, 'position'>>();
  const trim = () => {
    const positions = Array.from(readers, (reader) => reader.position()).filter(window.contains);
    if (positions.length > 0) window.trim(toPosition(Math.min(...positions))); // the least of positions is one of them
  };
  return (options: ReaderOptions, start: Position): LogReader => {
    const reader = createLogReader(deps, options, start);
    readers.add(reader);
    return {
      ...reader,
      advance: (to) => {
        reader.advance(to);
        trim();
      },
      close: () => void readers.delete(reader),
    };
  };
}

function createLogReader(
  { window, events, decrypt }: LogReaderDeps,
  { reads = 'decrypted', handles }: ReaderOptions,
  start: Position,
): Omit<LogReader, 'close'> {
  let position = start;
  let readUntil: string | null = null;
  let lastPage: StoredEvent[] = [];
  const types = handles && new Set(handles);
  const select = (batch: StoredEvent[]) =>
    batch.filter((event) => event.position > position && (types === undefined || types.has(event.type)));

  const readWindow = async (): Promise<LogBatch | null> => {
    const batches = window.readAfter(position, maxBatchSize);
    const last = batches.at(-1)?.last;
    if (last === undefined) return null;
    const isWanted =
      types === undefined || batches.some(({ encrypted }) => encrypted.some(({ type }) => types.has(type)));
    if (!isWanted) return { events: [], position: last };
    const read = (batch: WindowBatch) => (reads === 'encrypted' ? Promise.resolve(batch.encrypted) : batch.decrypted());
    return { events: select((await Promise.all(batches.map(read))).flat()), position: last };
  };
  const readPage = async (): Promise<LogBatch> => {
    const page = await events.readAll(position, maxBatchSize);
    const last = page.at(-1);
    if (last === undefined) throw new StoreUnavailable(`The store has no events after ${position} yet`);
    readUntil = last.metadata.at;
    lastPage = page;
    const selected = select(page);
    const isOpen = reads === 'encrypted' || selected.length === 0;
    return { events: isOpen ? selected : await decrypt(selected), position: last.position };
  };

  return {
    position: () => position,
    next: () => (window.contains(position) ? readWindow() : readPage()),
    advance: (to) => {
      position = to;
    },
    lag: () => {
      if (!window.contains(position))
        return { events: estimateEvents(lastPage, window.end() - position), seconds: secondsSince(readUntil) };
      const { events: unread, since } = window.measureAfter(position);
      return { events: unread, seconds: secondsSince(since) };
    },
  };
}

function secondsSince(at: string | null): number {
  return at === null ? 0 : Math.max(0, (Date.now() - Date.parse(at)) / 1000);
}
