import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { start } from '#domain/shared/decider.ts';
import type { Batch, Doc, Held, Lease, LeasedViewStore, ListedDocuments, Page, ViewReader } from '../port.ts';
import { bulkWriter } from './bulk.ts';
import { groupCommit } from './commit.ts';
import { documentTables, documentsIn } from './documents.ts';
import { asStoreErrors, type Layout, openSqliteFile } from './file.ts';
import { generationsIn, viewLayout } from './generations.ts';
import { answerTo, beginLeases, leasesBy, leasesIn } from './leases.ts';
import { tableOf } from './sql/names.ts';
import { docOf, type TableReader } from './reader.ts';
import { statementsOf } from './sql/statements.ts';
import { columnsOf, writerOf } from './writer.ts';

/** What was removed is overwritten: a key that was destroyed must be gone. */
const documentLayout: Layout = {
  version: 1,
  synchronous: 'FULL',
  tables: documentTables,
  settings: 'PRAGMA secure_delete = ON',
};

/** Changes in one batch that are worth another thread. */
const bulkFrom = 5_000;

/** All views in one file, which may be thrown away: it is built again from the log. Throws as openSqliteFile does. */
export function openSqliteViewStore(file: string): LeasedViewStore & Scrubbed {
  const { name, database, statement, asked } = opened(file, viewLayout);
  const generations = asStoreErrors(name, () => generationsIn(database, statement));
  asStoreErrors(name, () => beginLeases(database));
  const leases = leasesIn(database);
  const write = writerOf(database, statement);
  const bulk = bulkWriter(file);

  const isUnseen = ({ view, generation }: Batch[number]) => generations.live(view)?.generation !== generation;
  const apply = (batch: Batch, fence: Lease | null = null) => {
    const changes = batch.reduce((sum, part) => sum + part.changes.length, 0);
    if (database.isOpen && changes >= bulkFrom && batch.every(isUnseen)) {
      return bulk.write(columnsOf(batch), fence);
    }
    return asked(() => {
      write(columnsOf(batch), fence);
      for (const part of batch) if (part.changes.length > 0) generations.changed(part.view, part.generation);
    });
  };
  const alone = (work: () => void) => bulk.stop().then(() => asked(work));
  const inTurn = (fence: Lease | undefined, work: () => void) =>
    alone(() => {
      if (fence) leases.check(fence);
      work();
    });

  return {
    ...reader(asked, (view) => generations.live(view)?.reader ?? null),
    prepare: (declaration, generation) => asked(() => generations.prepare(declaration, generation)),
    live: (view) =>
      asked(() => {
        const live = generations.live(view);
        return live && { generation: live.generation, version: live.version };
      }),
    promote: async (declaration, generation, fence) => {
      for (const fields of declaration.indexes) {
        await inTurn(fence, () => generations.index(declaration.view, generation, fields));
        // Each takes a second of a million documents: who waits for an answer gets it in between.
        await setImmediate();
      }
      await inTurn(fence, () => generations.promote(declaration, generation));
    },
    discard: (view, generation, fence) => inTurn(fence, () => generations.discard(view, generation)),
    getFrom: (view, generation, ids) =>
      asked(() => {
        const found = statement(`SELECT doc, position FROM ${tableOf(view, generation)} WHERE id = ?`);
        return ids.map((id) => heldOf(found.get(id)));
      }),
    apply,
    leases: leasesBy((question) => bulk.ask(question, () => asked(() => answerTo(leases, question)))),
    checkpoints: () => asked(generations.checkpoints),
    scrub: () => alone(() => emptyJournal(database)),
    close: () =>
      alone(() => {
        closeOnce(database);
        generations.allChanged();
      }),
  };
}

/** Sessions, credentials, keys and cursors in one file. `now` is in ms since 1970. Throws as openSqliteFile does. */
export function openSqliteDocuments(
  file: string,
  { now = Date.now, readOnly = false }: { now?: () => number; readOnly?: boolean } = {},
): ListedDocuments & Scrubbed {
  const { name, database, statement, asked } = opened(file, documentLayout, readOnly);
  const { commit, flushAll } = groupCommit(database, name, () => documents.changed());
  const documents = asStoreErrors(name, () => documentsIn(database, statement, { now, readOnly }));

  return {
    get: <D extends Doc>(space: string, id: string) => asked(() => documents.get(space, id) as D | null),
    getMany: <D extends Doc>(space: string, ids: string[]) =>
      asked(() => documents.getMany(space, ids) as (D | null)[]),
    putNew: <D extends Doc>(space: string, doc: D) => commit(() => documents.putNew(space, doc) as D),
    put: (space, doc, expires) => commit(() => documents.put(space, doc, expires ?? null)),
    remove: (space, id) => commit(() => documents.remove(space, id)),
    findBy: <D extends Doc>(space: string, field: string, value: string) =>
      asked(() => documents.findBy(space, field, value) as D[]),
    countBy: (space, field, value) => asked(() => documents.countBy(space, field, value)),
    spaces: () => asked(documents.spaces),
    page: (space, after, limit) => asked(() => documents.page(space, after, limit)),
    replace: (space, before, next) => commit(() => documents.replace(space, before, next)),
    scrub: () => asked(() => emptyJournal(database)),
    close: () =>
      asked(() => {
        if (database.isOpen) flushAll();
        closeOnce(database);
        documents.changed();
      }),
  };
}

/** What was removed is overwritten in the file at once, and with this in what stands beside it. */
type Scrubbed = { scrub: () => Promise<void> };

function emptyJournal(database: DatabaseSync) {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

type Asked = <T>(work: () => T) => Promise<T>;

function opened(file: string, layout: Layout, readOnly = false) {
  const name = basename(file);
  const database = openSqliteFile(file, layout, { readOnly });
  const asked: Asked = (work) => new Promise((resolve) => resolve(asStoreErrors(name, work)));
  return { name, database, asked, statement: statementsOf(database) };
}

/** The reader knows no types: what a view holds is what its projection put there, which its caller names. */
export function reader(asked: Asked, tableFor: (view: string) => TableReader | null): ViewReader {
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

function heldOf(row: Record<string, unknown> | undefined): Held {
  return row ? { doc: docOf(row), position: row['position'] as Held['position'] } : { doc: null, position: start };
}

function closeOnce(database: DatabaseSync) {
  if (database.isOpen) database.close();
}
