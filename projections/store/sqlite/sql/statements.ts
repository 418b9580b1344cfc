import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A statement by its text, prepared once. */
export type Statements = (text: string) => StatementSync;

/** The texts are few, as all values are bound. */
export function statementsOf(database: DatabaseSync): Statements {
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
