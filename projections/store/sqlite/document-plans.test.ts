import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentIndexes } from '../document-indexes.ts';
import type { Query } from '../port.ts';
import { createDocumentQueries } from './document-queries.ts';
import { openSqliteDocuments } from './sqlite.ts';

describe('Documents in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  let database: DatabaseSync;
  beforeAll(async () => {
    const file = join(folder, 'vault.sqlite');
    await openSqliteDocuments(file).close();
    database = new DatabaseSync(file, { readOnly: true });
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The plans of all statements that `work` runs. */
  const plansOf = (work: (queries: ReturnType<typeof createDocumentQueries>) => unknown): string[] => {
    const plans: string[] = [];
    const prepare = (text: string) => {
      const variables = (text.match(/\?/g) ?? []).map(() => null);
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...variables);
      plans.push(steps.map(({ detail }) => String(detail)).join('\n'));
      return database.prepare(text);
    };
    work(createDocumentQueries(prepare, Date.now));
    return plans;
  };
  /** The steps of all statements that `work` runs in which a row of the table itself is read. */
  const rowReadsOf = (work: (queries: ReturnType<typeof createDocumentQueries>) => unknown): string[] => {
    const table = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'documents'").get()?.['rootpage'];
    const reads: string[] = [];
    const prepare = (text: string) => {
      const variables = (text.match(/\?/g) ?? []).map(() => null);
      const steps = database.prepare(`EXPLAIN ${text}`).all(...variables);
      const cursors = steps.filter(({ opcode, p2 }) => opcode === 'OpenRead' && p2 === table).map(({ p1 }) => p1);
      const isRead = ({ opcode, p1 }: (typeof steps)[number]) =>
        cursors.includes(p1) && ['Column', 'NotFound', 'SeekRowid', 'Rewind'].includes(String(opcode));
      reads.push(...steps.filter(isRead).map(({ opcode }) => String(opcode)));
      return database.prepare(text);
    };
    work(createDocumentQueries(prepare, Date.now));
    return reads;
  };
  const indexes = Object.entries(documentIndexes).flatMap(([space, all]) =>
    all.map((fields): [string, string[]] => [space, [...fields]]),
  );

  it.each(indexes)('Documents of the space %s are listed and counted by the index of %s', (space, fields) => {
    const where = Object.fromEntries(fields.map((field) => [field, 'x']));
    const sort = fields.slice(-1).map((field) => ({ field, direction: 'asc' as const }));
    const queries: Query[] = [
      { where, limit: 5 },
      { where: Object.fromEntries(fields.slice(0, -1).map((field) => [field, 'x'])), sort, limit: 5 },
    ];
    const plans = plansOf(({ list, count }) => {
      for (const query of queries) list(space, query);
      count(space, where);
    });
    expect(plans.length).toBeGreaterThan(2);
    for (const plan of plans) {
      expect(plan).toMatch(new RegExp(`^SEARCH documents USING (COVERING )?INDEX ${space}:${fields.join(',')} `));
      expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  it.each(indexes)('Documents of the space %s are counted in the index of %s alone', (space, fields) => {
    const where = Object.fromEntries(fields.map((field) => [field, 'x']));
    expect(rowReadsOf(({ count }) => count(space, where))).toEqual([]);
    expect(rowReadsOf(({ count }) => count(space))).toEqual([]);
    expect(rowReadsOf(({ list }) => list(space, { where, limit: 5 }))).not.toEqual([]);
  });

  it('Documents are listed by id without reading those of other spaces', () => {
    for (const plan of plansOf(({ list }) => list('outbox', { limit: 5 }))) {
      expect(plan).toBe('SEARCH documents USING INDEX sqlite_autoindex_documents_1 (space=?)');
    }
  });
});
