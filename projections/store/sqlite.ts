import { basename } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { start } from '#domain/decider.ts';
import type { Doc, Documents, Held, Page, ViewReader, ViewStore } from './port.ts';
import { groupCommit } from './sqlite-commit.ts';
import { documentTables, documentsIn } from './sqlite-documents.ts';
import { asStoreErrors, type Layout, openSqliteFile } from './sqlite-file.ts';
import { generationsIn, generationTables, tableOf, writerOf } from './sqlite-generations.ts';
import { docOf, type Statements, type TableReader } from './sqlite-reader.ts';

const viewLayout: Layout = {
  version: 1,
  synchronous: 'NORMAL',
  tables: generationTables,
  settings:
    'PRAGMA page_size = 16384; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint=4000',
};
/** What was removed is overwritten: a key that was destroyed must be gone. */
const documentLayout: Layout = {
  version: 1,
  synchronous: 'FULL',
  tables: documentTables,
  settings: 'PRAGMA secure_delete = ON',
};

/** All views in one file, which may be thrown away: it is built again from the log. Throws as openSqliteFile does. */
export function openSqliteViewStore(file: string): ViewStore {
  const { name, database, statement, asked } = opened(file, viewLayout);
  const generations = asStoreErrors(name, () => generationsIn(database, statement));
  const write = writerOf(database, statement);

  return {
    ...reader(asked, (view) => generations.live(view)?.reader ?? null),
    prepare: (declaration, generation) => asked(() => generations.prepare(declaration, generation)),
    live: (view) =>
      asked(() => {
        const live = generations.live(view);
        return live && { generation: live.generation, version: live.version };
      }),
    promote: (declaration, generation) => asked(() => generations.promote(declaration, generation)),
    discard: (view, generation) => asked(() => generations.discard(view, generation)),
    getFrom: (view, generation, ids) =>
      asked(() => {
        const found = statement(`SELECT doc, position FROM ${tableOf(view, generation)} WHERE id = ?`);
        return ids.map((id) => heldOf(found.get(id)));
      }),
    apply: (batch) =>
      asked(() => {
        write(batch);
        for (const { view, generation, changes } of batch)
          if (changes.length > 0) generations.changed(view, generation);
      }),
    checkpoints: () => asked(generations.checkpoints),
    close: () => asked(() => closeOnce(database)),
  };
}

/** Sessions, credentials and cursors in one file. `now` is in ms since 1970. Throws as openSqliteFile does. */
export function openSqliteDocuments(file: string, now: () => number = Date.now): Documents {
  const { name, database, statement, asked } = opened(file, documentLayout);
  const { commit, flushAll } = groupCommit(database, name);
  const documents = asStoreErrors(name, () => documentsIn(database, statement, now));

  return {
    get: <D extends Doc>(space: string, id: string) => asked(() => documents.get(space, id) as D | null),
    put: (space, doc, expires) => commit(() => documents.put(space, doc, expires ?? null)),
    remove: (space, id) => commit(() => documents.remove(space, id)),
    findBy: <D extends Doc>(space: string, field: string, value: string) =>
      asked(() => documents.findBy(space, field, value) as D[]),
    close: () =>
      asked(() => {
        if (database.isOpen) flushAll();
        closeOnce(database);
      }),
  };
}

type Asked = <T>(work: () => T) => Promise<T>;

function opened(file: string, layout: Layout) {
  const name = basename(file);
  const database = openSqliteFile(file, layout);
  const asked: Asked = (work) => new Promise((resolve) => resolve(asStoreErrors(name, work)));
  return { name, database, asked, statement: statementsOf(database) };
}

/** The reader knows no types: what a view holds is what its projection put there, which its caller names. */
function reader(asked: Asked, tableFor: (view: string) => TableReader | null): ViewReader {
  const live = <T>(view: string, none: T, read: (table: TableReader) => T) =>
    asked(() => {
      const table = tableFor(view);
      return table === null ? none : read(table);
    });

  return {
    get: <D extends Doc>(view: string, id: string) => live(view, null, ({ get }) => get(id) as D | null),
    getMany: <D extends Doc>(view: string, ids: string[]) =>
      live(
        view,
        ids.map(() => null),
        ({ get }) => ids.map((id) => get(id) as D | null),
      ),
    list: <D extends Doc>(view: string, query: Parameters<ViewReader['list']>[1]) =>
      live<Page<D>>(view, { docs: [] }, ({ list }) => list(query) as Page<D>),
    count: (view, where) => live(view, 0, ({ count }) => count(where)),
    countBy: (view, field, where) => live(view, new Map(), ({ countBy }) => countBy(field, where)),
  };
}

/** The texts are few, as all values are bound. */
function statementsOf(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    const kept = prepared.get(text);
    if (kept) return kept;
    if (prepared.size >= 500) prepared.clear();
    const made = database.prepare(text);
    prepared.set(text, made);
    return made;
  };
}

function heldOf(row: Record<string, unknown> | undefined): Held {
  return row ? { doc: docOf(row), position: row['position'] as Held['position'] } : { doc: null, position: start };
}

function closeOnce(database: DatabaseSync) {
  if (database.isOpen) database.close();
}
