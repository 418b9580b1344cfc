import type { Doc, DocPage, Query, Where } from '../port.ts';
import type { FieldNaming } from './sql/names.ts';
import { buildWhere, planSqlPages } from './sql/query.ts';
import type { SqlSource } from './sql/names.ts';
import { findScannedIndex, type TableIndex } from './sql/columns.ts';
import { createRowCache } from './sql/row-cache.ts';
import { toSearchedSource } from './sql/word-index.ts';
import type { StatementCache } from './sql/statements.ts';

export type TableReader = ReturnType<typeof createTableReader>;

/** Queries on one table of documents, synchronous. */
export function createTableReader(
  statement: StatementCache,
  table: string,
  { nameOf, indexes }: { nameOf: FieldNaming; indexes: readonly TableIndex[] },
) {
  const source = { table, nameOf };
  const sourceFor = (query: Partial<Query>): SqlSource => {
    const scannedIndex = findScannedIndex(indexes, query);
    return scannedIndex === undefined ? toSearchedSource(source, query.where) : { ...source, scannedIndex };
  };
  const byId = statement(`SELECT doc FROM ${table} WHERE id = ?`);
  const recent = createRowCache<{ doc: string }>();
  const get = (id: string): Doc | null => {
    const row = recent.get(id, () => byId.get(id) as { doc: string } | undefined);
    return row ? parseRow(row) : null;
  };

  // Cached: counting all takes longer the more there are, and is requested with every page.
  let counted: number | null = null;
  const count = (where?: Where): number => {
    if (where === undefined) return (counted ??= countNow());
    return countNow(where);
  };
  const countNow = (where?: Where) => countRows(statement, sourceFor(where ? { where } : {}), where);
  /** Must be called after each write to the table, and when the file is closed. */
  const clearCache = () => {
    counted = null;
    recent.clear();
  };

  const countBy = (field: string, where?: Where): Map<string, number> => {
    const { text, values } = buildWhere(source, where);
    const expression = nameOf(field);
    const groups = `SELECT ${expression} AS value, count(*) AS n FROM ${table} WHERE ${text} AND ${expression} IS NOT NULL GROUP BY 1`;
    return new Map(
      statement(groups)
        .all(...values)
        .map(({ value, n }) => [String(value), Number(n)]),
    );
  };

  const list = (query: Query) => readPage(statement, sourceFor(query), query);

  return { get, list, count, countBy, clearCache };
}

/** Throws BadCursor. */
export function readPage(statement: StatementCache, source: SqlSource, query: Query): DocPage<Doc> {
  const { queries, cursorAt } = planSqlPages(source, query);
  const docs: Doc[] = [];
  for (const { text, values } of queries) {
    const missing = query.limit + 1 - docs.length;
    if (missing <= 0) break;
    const rows = statement(text).all(...values, missing);
    docs.push(...rows.map(parseRow));
  }
  const page = docs.slice(0, query.limit);
  const last = page.at(-1);
  return docs.length > page.length && last ? { docs: page, cursor: cursorAt(last) } : { docs: page };
}

export function countRows(statement: StatementCache, source: SqlSource, where?: Where): number {
  const { text, values } = buildWhere(source, where);
  const index = source.scannedIndex === undefined ? '' : ` INDEXED BY ${source.scannedIndex}`;
  return Number(statement(`SELECT count(*) AS n FROM ${source.table}${index} WHERE ${text}`).get(...values)?.['n']);
}

export function parseRow(row: Record<string, unknown>): Doc {
  // Only the writer puts documents there.
  return JSON.parse(String(row['doc'])) as Doc;
}
