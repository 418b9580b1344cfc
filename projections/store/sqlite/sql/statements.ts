import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Prepares each statement once, by its text. */
export type StatementCache = (text: string) => StatementSync;

/** There are few texts, as all values are bound. */
export function createStatementCache(database: DatabaseSync): StatementCache {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    const cached = prepared.get(text);
    if (cached) return cached;
    if (prepared.size >= 500) prepared.clear();
    const statement = database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
}
