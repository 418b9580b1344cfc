import type { Doc, DocPage, Query, Where } from '../port.ts';
import type { FieldNaming } from './sql/names.ts';
import { planSqlPages, buildWhere } from './sql/query.ts';
import { createRowCache } from './sql/row-cache.ts';
import type { StatementCache } from './sql/statements.ts';

export type TableReader = ReturnType<typeof createTableReader>;

/** Queries on one table of documents, synchronous. */
export function createTableReader(statement: StatementCache, table: string, nameOf: FieldNaming) {
  const byId = statement(`SELECT doc FROM ${table} WHERE id = ?`);
  const recent = createRowCache<{ doc: string }>();
  const get = (id: string): Doc | null => {
    const row = recent.get(id, () => byId.get(id) as { doc: string } | undefined);
    return row ? parseRow(row) : null;
  };

  const list = (query: Query): DocPage<Doc> => {
    const { parts, cursorAt } = planSqlPages(table, query, nameOf);
    const found: Doc[] = [];
    for (const { text, values } of parts) {
      const missing = query.limit + 1 - found.length;
      if (missing > 0)
        found.push(
          ...statement(text)
            .all(...values, missing)
            .map(parseRow),
        );
    }
    const docs = found.slice(0, query.limit);
    const last = docs.at(-1);
    return found.length > docs.length && last ? { docs, cursor: cursorAt(last) } : { docs };
  };

  // Cached: counting all takes longer the more there are, and is requested with every page.
  let counted: number | null = null;
  const count = (where?: Where): number => {
    if (where === undefined) return (counted ??= countNow());
    return countNow(where);
  };
  const countNow = (where?: Where): number => {
    const { text, values } = buildWhere(where, nameOf);
    return Number(statement(`SELECT count(*) AS n FROM ${table} WHERE ${text}`).get(...values)?.['n']);
  };
  /** Must be called after each write to the table, and when the file is closed. */
  const clearCache = () => {
    counted = null;
    recent.clear();
  };

  const countBy = (field: string, where?: Where): Map<string, number> => {
    const { text, values } = buildWhere(where, nameOf);
    const expression = nameOf(field);
    const groups = `SELECT ${expression} AS value, count(*) AS n FROM ${table} WHERE ${text} AND ${expression} IS NOT NULL GROUP BY 1`;
    return new Map(
      statement(groups)
        .all(...values)
        .map(({ value, n }) => [String(value), Number(n)]),
    );
  };

  return { get, list, count, countBy, clearCache };
}

export function parseRow(row: Record<string, unknown>): Doc {
  // Only the writer puts documents there.
  return JSON.parse(String(row['doc'])) as Doc;
}
