import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A statement by its text, prepared once. */
export type StatementCache = (text: string) => StatementSync;

/** The texts are few, as all values are bound. */
export function createStatementCache(database: DatabaseSync): StatementCache {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    const known = prepared.get(text);
    if (known) return known;
    if (prepared.size >= 500) prepared.clear();
    const statement = database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
}
