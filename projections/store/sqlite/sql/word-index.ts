import type { Condition, Where, WordPattern } from '../../port.ts';
import { toWordTableName } from './names.ts';
import type { SqlSource } from './names.ts';
import type { StatementCache } from './statements.ts';

/** Rows are found by words and in the order of ids, which are numbers: the id of a document is its row in both tables. */
export function buildWordTable(table: string): string {
  const options = `content = '', contentless_delete = 1, detail = none, prefix = '1 2'`;
  return `CREATE VIRTUAL TABLE ${toWordTableName(table)} USING fts5(words, ${options}, tokenize = "ascii tokenchars '-_.:/@#~'")`;
}

export function hasWordTable(statement: StatementCache, table: string): boolean {
  return statement('SELECT 1 FROM sqlite_schema WHERE name = ?').get(toWordTableName(table).slice(1, -1)) !== undefined;
}

/** The table with its words where a condition is on them: these are read first, in the order of rows. */
export function toSearchedSource(source: SqlSource, where: Where = {}): SqlSource {
  if (!Object.values(where).some(isOnWords)) return source;
  const words = toWordTableName(source.table);
  return {
    ...source,
    table: `${words} CROSS JOIN ${source.table} ON ${source.table}.rowid = ${words}.rowid`,
    nameOf: (field) => (field === 'id' ? `${words}.rowid` : field === 'words' ? words : source.nameOf(field)),
  };
}

function isOnWords(condition: Condition): boolean {
  return typeof condition === 'object' && condition !== null && 'allOf' in condition;
}

/** The query in the language of FTS5. */
export function buildWordQuery(allOf: WordPattern[][]): string {
  return allOf.map((patterns) => `(${patterns.map(buildPattern).join(' OR ')})`).join(' AND ');
}

function buildPattern(pattern: WordPattern): string {
  return typeof pattern === 'string' ? `"${pattern}"` : `"${pattern.prefix}" *`;
}
