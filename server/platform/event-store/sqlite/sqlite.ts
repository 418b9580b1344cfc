import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import { type Metadata, type Position, startPosition, toPosition } from '#domain/shared/decider.ts';
import { createGroupCommit } from '#projections/store/sqlite/file/group-commit.ts';
import type { SyncData } from '#projections/store/sqlite/file/journal-sync.ts';
import { type FileLayout, openSqliteFile } from '#projections/store/sqlite/file/file.ts';
import { assertFileUsable } from '#projections/store/sqlite/file/file-health.ts';
import { type ValidatedEvent, validateAppend } from '../validate-append.ts';
import { runSubscription } from '../subscription-loop.ts';
import { parseJson, toStoredEvent } from '../stored-event.ts';
import { type Appended, type EventStore, noStream, type StoredEvent, WrongExpectedRevision } from '../port.ts';

const layout: FileLayout = {
  version: 1,
  tables: `
    CREATE TABLE events (
      position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL,
      type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX events_of_stream ON events (stream, revision)`,
};
const columns = 'position, stream, revision, id, type, data, metadata';
const batchSize = 500;

/** In the order of `columns`. */
type EventRow = [
  ...[position: number, stream: string, revision: number, id: string],
  ...[type: string, data: string, metadata: string],
];

/** `syncData` replaces the wait for the disk in tests. */
type OpenOptions = { readOnly?: boolean; syncData?: SyncData };

/** The log in one file. Appends of one turn of the event loop share a durable commit. Throws as openSqliteFile does. */
export function openSqliteEventStore(file: string, { readOnly = false, syncData }: OpenOptions = {}): EventStore {
  const name = basename(file);
  const database = openSqliteFile(file, layout, { readOnly });
  const revisions = createRevisionCache(readOnly);
  const sql = prepareStatements(database, revisions);
  const followers = new Set<ReturnType<typeof runSubscription>>();
  const onAttempt = (isCommitted: boolean) => {
    if (!isCommitted) revisions.clear();
    for (const { wake } of followers) wake();
  };
  const { commit, read, close } = createGroupCommit(database, name, { onAttempt, syncData });

  const store: EventStore = {
    read: async (stream: string, from = 0, limit = Number.POSITIVE_INFINITY) => {
      const events: StoredEvent[] = [];
      let revision = noStream;
      for (let next = from; events.length < limit; next = from + events.length) {
        const pageLimit = Math.min(batchSize, limit - events.length);
        const { page, last } = await read(() => sql.readPage(stream, next, pageLimit));
        events.push(...page);
        revision = last;
        if (page.length < pageLimit) break;
        await yieldToEventLoop();
      }
      return { events, revision };
    },
    append: async (stream, events, expectedRevision, metadata) => {
      const validated = validateAppend(stream, events, expectedRevision);
      return await commit(() => sql.append(stream, validated, expectedRevision, metadata));
    },
    readAll: (after, limit) => read(() => sql.readForwards(after, limit)),
    readAllBackwards: (before, limit) => read(() => sql.readBackwards(before ?? Number.MAX_SAFE_INTEGER, limit)),
    head: () => read(sql.head),
    subscribe: (after, handle) => {
      const follower = runSubscription({ after, handle, read: (position) => store.readAll(position, batchSize) });
      followers.add(follower);
      return {
        stop: async () => {
          followers.delete(follower);
          await follower.stop();
        },
      };
    },
    checkHealth: () => read(() => assertFileUsable(database)),
    close: async () => {
      await Promise.all([...followers].map(({ stop }) => stop()));
      await close();
      if (database.isOpen) database.close();
    },
  };
  return store;
}

const maxCachedRevisions = 10_000;

const emptyStream: Appended = { revision: noStream, position: startPosition };

/**
 * The last events of the streams asked for last, or that there are none: each request of an admin asks whether theirs
 * has grown, and a registration asks several times whether the address is free. A file that is opened to be read is
 * written by another process, so nothing of it is cached.
 */
function createRevisionCache(readOnly: boolean) {
  const lastByStream = new Map<string, Appended>();
  return {
    get: (stream: string) => lastByStream.get(stream),
    set: (stream: string, last: Appended) => {
      if (readOnly) return;
      if (lastByStream.size >= maxCachedRevisions) lastByStream.clear();
      lastByStream.set(stream, last);
    },
    clear: () => lastByStream.clear(),
  };
}

function prepareStatements(database: DatabaseSync, revisions: ReturnType<typeof createRevisionCache>) {
  const prepare = (text: string) => database.prepare(text);
  const insert = prepare('INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)');
  const findWritten = prepare(
    'SELECT id, position FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
  );
  const lastOf = prepare('SELECT revision, position FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1');
  const newest = prepare('SELECT max(position) AS position FROM events');

  const last = (stream: string): Appended => {
    const cachedLast = revisions.get(stream);
    if (cachedLast) return cachedLast;
    const storedLast = (lastOf.get(stream) as Appended | undefined) ?? emptyStream;
    revisions.set(stream, storedLast);
    return storedLast;
  };

  const readStream = prepareRead(database, 'stream = ? AND revision >= ? ORDER BY revision LIMIT ?');
  /** Most often the stream is new, or has not grown since it was read. */
  const readPage = (stream: string, from: number, limit: number) => {
    const { revision } = last(stream);
    const page = revision < from ? [] : readStream(stream, from, limit);
    return { page, last: page.at(-1)?.revision ?? revision };
  };

  /** The position of the last of these events when exactly they follow `expected` already, else null. */
  const positionOfRetry = (stream: string, events: ValidatedEvent[], expected: number): Position | null => {
    const rows = findWritten.all(stream, expected, events.length) as { id: string; position: Position }[];
    const same = rows.length === events.length && rows.every(({ id }, index) => id === events[index]?.id);
    return same ? (rows.at(-1)?.position ?? null) : null;
  };

  const append = (stream: string, events: ValidatedEvent[], expected: number, metadata: Metadata): Appended => {
    const { revision: current, position: before } = last(stream);
    if (current !== expected) {
      const position = expected < current ? positionOfRetry(stream, events, expected) : null;
      if (position === null) throw new WrongExpectedRevision(stream, expected, current);
      return { revision: expected + events.length, position };
    }
    const by = JSON.stringify(metadata);
    let position = before;
    let revision = expected;
    for (const { id, type, data } of events) {
      revision += 1;
      position = toPosition(Number(insert.run(stream, revision, id, type, data, by).lastInsertRowid));
    }
    revisions.set(stream, { revision, position });
    return { revision, position };
  };

  return {
    append,
    readPage,
    head: () => (newest.get() as { position: Position | null }).position ?? startPosition,
    readForwards: prepareRead(database, 'position > ? ORDER BY position LIMIT ?'),
    readBackwards: prepareRead(database, 'position < ? ORDER BY position DESC LIMIT ?'),
  };
}

function prepareRead(database: DatabaseSync, where: string) {
  const statement = database.prepare(`SELECT ${columns} FROM events WHERE ${where}`);
  // Takes half the time of rows as objects.
  statement.setReturnArrays(true);
  // STRICT keeps the columns to their types; the types of the package do not describe rows as lists.
  return (...values: (string | number)[]) => (statement.all(...values) as unknown as EventRow[]).map(toEvent);
}

function toEvent([position, stream, revision, id, type, data, metadata]: EventRow): StoredEvent {
  const place = { type, id, stream, revision, position: toPosition(position) };
  return toStoredEvent(place, { data: parseJson(data), metadata: parseJson(metadata) });
}
