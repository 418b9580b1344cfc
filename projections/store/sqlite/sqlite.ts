import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { startPosition } from '#domain/shared/decider.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import type {
  ViewBatch,
  Doc,
  DocState,
  Lease,
  LeasedViewStore,
  ListedDocuments,
  DocPage,
  Query,
  ViewReader,
} from '../port.ts';
import { splitIntoParts } from '../split-into-parts.ts';
import { createBulkWriter } from './bulk.ts';
import { createGroupCommit } from './file/group-commit.ts';
import { documentTables, createSqliteDocuments } from './documents.ts';
import { runOnFile, withStoreErrors, type FileLayout, openSqliteFile } from './file/file.ts';
import { createJournalCopy } from './file/journal-copy.ts';
import { assertFileUsable } from './file/file-health.ts';
import { createSqliteGenerations, viewLayout } from './generations.ts';
import { createAsyncLeases, createSqliteLeases, expireLeases } from './leases.ts';
import { toTableName } from './sql/names.ts';
import { parseRow, type TableReader } from './reader.ts';
import { createStatementCache, type StatementCache } from './sql/statements.ts';
import { toBatchColumns, createSqliteWriter } from './writer.ts';

/** Removed data is overwritten: a destroyed key must be unrecoverable. */
const documentLayout: FileLayout = {
  version: 2,
  tables: documentTables,
  settings: 'PRAGMA cache_size = -8192; PRAGMA secure_delete = ON',
};

/** Documents have random ids, so that each is in other pages: a commit of these takes some 10 ms. */
const maxDocsPerCommit = 250;

/** The number of changes in a batch from which a worker thread is used. */
const minBulkChanges = 5_000;
/** Of 16 kB. */
const pagesBetweenCopies = 500;

/** All views in one file, which can be deleted: it is rebuilt from the log. Throws as openSqliteFile does. */
export function openSqliteViewStore(file: string): LeasedViewStore & Scrubbable {
  const { name, database, statement, runGuarded } = openStore(file, viewLayout);
  const generations = withStoreErrors(name, () => createSqliteGenerations(database, statement));
  withStoreErrors(name, () => expireLeases(database));
  const leases = createSqliteLeases(database);
  const write = createSqliteWriter(database, statement);
  const bulk = createBulkWriter(file);
  const { copyWhenDue, whenCopied, copyNow } = createJournalCopy(database, pagesBetweenCopies);

  const isNotLive = ({ view, generation }: ViewBatch[number]) => generations.live(view)?.generation !== generation;
  const apply = (batch: ViewBatch, fence: Lease | null = null) => {
    const changes = batch.reduce((sum, part) => sum + part.changes.length, 0);
    if (database.isOpen && changes >= minBulkChanges && batch.every(isNotLive)) {
      return bulk.write({ batch: toBatchColumns(batch), fence });
    }
    return runGuarded(() => {
      write(toBatchColumns(batch), fence);
      for (const part of batch) if (part.changes.length > 0) generations.clearCache(part.view, part.generation);
      copyWhenDue();
    });
  };
  const runExclusively = (work: () => void) => bulk.stop().then(() => runGuarded(work));
  const withLease = (fence: Lease | undefined, work: () => void) =>
    runExclusively(() => {
      if (fence) leases.check(fence);
      work();
    });

  return {
    ...createViewReader(runGuarded, (view) => generations.live(view)?.reader ?? null),
    prepare: (declaration, generation) => runGuarded(() => generations.prepare(declaration, generation)),
    live: (view) =>
      runGuarded(() => {
        const live = generations.live(view);
        return live && { generation: live.generation, version: live.version };
      }),
    promote: async (declaration, generation, fence) => {
      for (const fields of declaration.indexes) {
        await withLease(fence, () => generations.index(declaration, generation, fields));
        // Each takes a second for a million documents: pending requests are answered in between.
        await yieldToEventLoop();
      }
      await withLease(fence, () => generations.promote(declaration, generation));
    },
    discard: (view, generation, fence) => withLease(fence, () => generations.discard(view, generation)),
    getFrom: (view, generation, ids) => runGuarded(() => readStates(statement, toTableName(view, generation), ids)),
    findIds: (view, generation, field, value) => runGuarded(() => generations.findIds(view, generation, field, value)),
    apply,
    leases: createAsyncLeases(leases, (request) => bulk.runBetweenBatches(() => runGuarded(request))),
    checkpoints: () => runGuarded(generations.checkpoints),
    scrub: () => bulk.stop().then(copyNow),
    checkHealth: () => runGuarded(() => assertFileUsable(database)),
    close: async () => {
      await bulk.stop();
      await whenCopied();
      await runGuarded(() => {
        closeOnce(database);
        generations.clearCaches();
      });
    },
  };
}

/**
 * Sessions, credentials, keys and checkpoints in one file. `now` is in ms since 1970. Throws as openSqliteFile does.
 */
export function openSqliteDocuments(
  file: string,
  { now = Date.now, readOnly = false }: { now?: () => number; readOnly?: boolean } = {},
): ListedDocuments & Scrubbable {
  const { name, database, statement } = openStore(file, documentLayout, readOnly);
  const groupCommit = createGroupCommit(database, name, { onAttempt: () => documents.clearCache() });
  const { commit, read, copyNow } = groupCommit;
  const documents = withStoreErrors(name, () => createSqliteDocuments(database, statement, { now, readOnly }));

  return {
    get: <D extends Doc>(space: string, id: string) => read(() => documents.get(space, id) as D | null),
    getMany: <D extends Doc>(space: string, ids: string[]) => read(() => documents.getMany(space, ids) as (D | null)[]),
    list: <D extends Doc>(space: string, query: Query) => read(() => documents.list(space, query) as DocPage<D>),
    count: (space, where) => read(() => documents.count(space, where)),
    put: (space, doc, expires) => commit(() => documents.put(space, doc, expires ?? null)),
    putAll: async (space, docs, expires) => {
      for (const part of splitIntoParts(docs, maxDocsPerCommit))
        await commit(() => documents.putAll(space, part, expires ?? null));
    },
    insertAll: async (space, docs) => {
      const present: string[] = [];
      for (const part of splitIntoParts(docs, maxDocsPerCommit))
        present.push(...(await commit(() => documents.insertAll(space, part))));
      return present;
    },
    compareAndSet: (space, ...change) => commit(() => documents.compareAndSet(space, ...change)),
    remove: (space, id) => commit(() => documents.remove(space, id)),
    removeAll: (space, ids) => commit(() => documents.removeAll(space, ids)),
    spaces: () => read(documents.spaces),
    page: (space, after, limit) => read(() => documents.page(space, after, limit)),
    scrub: copyNow,
    checkHealth: () => read(() => assertFileUsable(database)),
    close: async () => {
      await groupCommit.close();
      closeOnce(database);
      documents.clearCache();
    },
  };
}

/** Removed data is overwritten in the file immediately, and with this also in the write-ahead log beside it. */
type Scrubbable = { scrub: () => Promise<void> };

type GuardedRun = <T>(work: () => T) => Promise<T>;

function openStore(file: string, layout: FileLayout, readOnly = false) {
  const name = basename(file);
  const database = openSqliteFile(file, layout, { readOnly });
  const runGuarded: GuardedRun = (work) => new Promise((resolve) => resolve(runOnFile(database, name, work)));
  return { name, database, runGuarded, statement: createStatementCache(database) };
}

/** The reader has no types: a view contains what its projection wrote, whose type the caller names. */
export function createViewReader(runGuarded: GuardedRun, tableFor: (view: string) => TableReader | null): ViewReader {
  const readLiveTable = <T>(view: string, none: T, read: (table: TableReader) => T) =>
    runGuarded(() => {
      const table = tableFor(view);
      return table === null ? none : read(table);
    });

  return {
    get: <D extends Doc>(view: string, id: string) => readLiveTable(view, null, ({ get }) => get(id) as D | null),
    getMany: <D extends Doc>(view: string, ids: string[]) =>
      readLiveTable(
        view,
        ids.map(() => null),
        ({ get }) => ids.map((id) => get(id) as D | null),
      ),
    list: <D extends Doc>(view: string, query: Parameters<ViewReader['list']>[1]) =>
      readLiveTable<DocPage<D>>(view, { docs: [] }, ({ list }) => list(query) as DocPage<D>),
    count: (view, where) => readLiveTable(view, 0, ({ count }) => count(where)),
    countBy: (view, field, where) => readLiveTable(view, new Map(), ({ countBy }) => countBy(field, where)),
  };
}

function readStates(statement: StatementCache, table: string, ids: string[]): DocState[] {
  const statementById = statement(`SELECT doc, position FROM ${table} WHERE id = ?`);
  return ids.map((id) => toDocState(statementById.get(id)));
}

function toDocState(row: Record<string, unknown> | undefined): DocState {
  return row
    ? { doc: parseRow(row), position: row['position'] as DocState['position'] }
    : { doc: null, position: startPosition };
}

function closeOnce(database: DatabaseSync) {
  if (database.isOpen) database.close();
}
