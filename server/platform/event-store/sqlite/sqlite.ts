import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Metadata, type Position, start } from '#domain/shared/decider.ts';
import { groupCommit } from '#projections/store/sqlite/commit.ts';
import { asStoreErrors, type Layout, openSqliteFile } from '#projections/store/sqlite/file.ts';
import { type CheckedEvent, checkedAppend } from '../checked.ts';
import { follow } from '../follow.ts';
import { type Appended, type EventStore, noStream, type StoredEvent, WrongExpectedRevision } from '../port.ts';

const layout: Layout = {
  version: 1,
  synchronous: 'FULL',
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
type Row = [
  ...[position: number, stream: string, revision: number, id: string],
  ...[type: string, data: string, metadata: string],
];

/** The log in one file. Appends of one turn of the event loop share a durable commit. Throws as openSqliteFile does. */
export function openSqliteEventStore(file: string, { readOnly = false } = {}): EventStore {
  const name = basename(file);
  const database = openSqliteFile(file, layout, { readOnly });
  const sql = statements(database);
  const followers = new Set<ReturnType<typeof follow>>();
  const { commit, flushAll } = groupCommit(database, name, () => {
    for (const { wake } of followers) wake();
  });
  const asked = <T>(read: () => T) => new Promise<T>((resolve) => resolve(asStoreErrors(name, read)));

  const store: EventStore = {
    read: (stream, from = 0) =>
      asked(() => {
        const events = sql.ofStream(stream, from);
        const last = events.at(-1) ?? sql.last(stream);
        return { events, revision: last?.revision ?? noStream };
      }),
    append: async (stream, events, expectedRevision, metadata) => {
      const checked = checkedAppend(stream, events, expectedRevision);
      return await commit(() => sql.append(stream, checked, expectedRevision, metadata));
    },
    readAll: (after, limit) => asked(() => sql.forwards(after, limit)),
    readAllBackwards: (before, limit) => asked(() => sql.backwards(before ?? Number.MAX_SAFE_INTEGER, limit)),
    head: () => asked(sql.head),
    subscribe: (after, handle) => {
      const follower = follow({ after, handle, read: (position) => store.readAll(position, batchSize) });
      followers.add(follower);
      return {
        stop: async () => {
          followers.delete(follower);
          await follower.stop();
        },
      };
    },
    close: async () => {
      await Promise.all([...followers].map(({ stop }) => stop()));
      if (!database.isOpen) return;
      flushAll();
      database.close();
    },
  };
  return store;
}

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  const insert = prepare('INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)');
  const written = prepare(
    'SELECT id, position FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
  );
  const lastOf = prepare('SELECT revision, position FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1');
  const newest = prepare('SELECT max(position) AS position FROM events');

  const last = (stream: string) => lastOf.get(stream) as Appended | undefined;

  /** Position of the last of them when these very events already stand right after `expected`, else null. */
  const positionOfRetry = (stream: string, events: CheckedEvent[], expected: number): Position | null => {
    const found = written.all(stream, expected, events.length) as { id: string; position: Position }[];
    const same = found.length === events.length && found.every(({ id }, index) => id === events[index]?.id);
    return same ? (found.at(-1)?.position ?? null) : null;
  };

  const append = (stream: string, events: CheckedEvent[], expected: number, metadata: Metadata): Appended => {
    const { revision: current, position: before } = last(stream) ?? { revision: noStream, position: start };
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
      position = insert.run(stream, revision, id, type, data, by).lastInsertRowid as Position;
    }
    return { revision, position };
  };

  return {
    append,
    last,
    head: () => (newest.get() as { position: Position | null }).position ?? start,
    ofStream: reading(database, 'stream = ? AND revision >= ? ORDER BY revision'),
    forwards: reading(database, 'position > ? ORDER BY position LIMIT ?'),
    backwards: reading(database, 'position < ? ORDER BY position DESC LIMIT ?'),
  };
}

function reading(database: DatabaseSync, where: string) {
  const statement = database.prepare(`SELECT ${columns} FROM events WHERE ${where}`);
  // Half the time that objects with names take.
  statement.setReturnArrays(true);
  // STRICT keeps the columns to their types; the types of the package do not know rows as lists.
  return (...values: (string | number)[]) => (statement.all(...values) as unknown as Row[]).map(eventOf);
}

function eventOf([position, stream, revision, id, type, data, metadata]: Row): StoredEvent {
  return {
    type,
    data: JSON.parse(data),
    id,
    stream,
    revision,
    position: position as Position,
    metadata: JSON.parse(metadata) as Metadata,
  };
}
