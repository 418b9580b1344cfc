import type { AnyEvent, Metadata, Position, Recorded, StreamName } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';

/** What is written: `id` is a uuid that the caller derives, so that a retry carries the same one; `data` is JSON. */
export type NewEvent = { id: string; type: string; data: unknown };
/** Ids read back in lower case. */
export type StoredEvent = AnyEvent;
/** Where an event is in the log, and its type. */
export type EventPlace = Pick<StoredEvent, 'position' | 'type' | 'stream'>;

/** `revision` and `position` of the last event of the append. */
export type Appended = { revision: number; position: Position };

/** The revision of a stream that has no event. */
export const noStream = -1;

export type Subscription = { stop: () => Promise<void> };

export type StreamSlice<Event> = { events: Event[]; revision: number };
/**
 * Events have the type that the name of their stream states: who appends to a stream names it by the same function.
 */
export type ReadStream = {
  <E extends { type: string; data: unknown }>(
    stream: StreamName<E>,
    from?: number,
    limit?: number,
  ): Promise<StreamSlice<Recorded<E>>>;
  (stream: string, from?: number, limit?: number): Promise<StreamSlice<StoredEvent>>;
};

export type EventStore = {
  /**
   * Events of a stream from revision `from` (0), and the stream's last revision (`noStream` when it is empty). With a
   * `limit`, at most that many, and the revision of the last of them.
   */
  read: ReadStream;

  /**
   * Appends all or nothing, durable when it resolves. The same append again (same ids, same expected revision)
   * answers as it did and writes nothing. At most 1,048,576 bytes of data; no events at the right revision write
   * nothing. Throws WrongExpectedRevision, InvalidAppend, StoreUnavailable.
   */
  append: (stream: string, events: NewEvent[], expectedRevision: number, metadata: Metadata) => Promise<Appended>;

  /** Up to `limit` events of the whole log after `after` (exclusive), in order. */
  readAll: (after: Position, limit: number) => Promise<StoredEvent[]>;

  /** Up to `limit` events of the whole log before `before` (exclusive; the end when absent), newest first. */
  readAllBackwards: (before: Position | null, limit: number) => Promise<StoredEvent[]>;

  /** Position of the last event, `start` for an empty log. */
  head: () => Promise<Position>;

  /**
   * Delivers every event after `after` (exclusive), then each new one, in order, in batches of 1 to 500; the next batch
   * comes when `handle` has resolved. When it rejects, the same batch is delivered again after a pause. `stop` resolves
   * when the current batch has been handled.
   */
  subscribe: (after: Position, handle: (events: StoredEvent[]) => Promise<void>) => Subscription;

  /**
   * In ms: how far the clock of the store's server is ahead of this process's (negative: behind). 0 where they differ by
   * less than a minute; absent where the store is in this process.
   */
  clockOffsetMs?: () => number;

  /** Throws StoreUnavailable while writes are refused, StoreDamaged once damage was found. Absent where neither is known. */
  checkHealth?: () => Promise<void>;

  close: () => Promise<void>;
};

/** The stream has another last revision than expected. */
export class WrongExpectedRevision extends Error {
  readonly stream: string;
  readonly expected: number;
  readonly actual: number;

  constructor(stream: string, expected: number, actual: number) {
    super(`Stream ${stream} is at revision ${actual}, not ${expected}`);
    this.name = 'WrongExpectedRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** An append that no store could write: a bug of the caller, so a retry is useless. */
export class InvalidAppend extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidAppend';
  }
}

/**
 * A stream with an event that cannot be read: what needs the stream is refused, and everything else continues. The
 * message is for operators. `slice` is what was read, with the damage.
 */
export class StreamDamaged extends Error {
  readonly slice: StreamSlice<StoredEvent>;

  constructor(message: string, streamSlice: StreamSlice<StoredEvent> = { events: [], revision: noStream }) {
    super(message);
    this.name = 'StreamDamaged';
    this.slice = streamSlice;
  }
}

/** The log has no event at a reader's position: it is another log, or was restored from an older backup. */
export class PositionNotInLog extends StoreDamaged {
  readonly position: Position;

  constructor(position: Position) {
    super(
      `The log has no event at position ${position}, which its readers have processed, as it is another log or was restored from an older backup: restore the newer log, or stop the server and run \`npm run rebuild\` to go on with this one.`,
    );
    this.name = 'PositionNotInLog';
    this.position = position;
  }
}
