import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import { describeViewStore } from '../suite/store.suite.ts';
import { describeDocuments } from '../suite/documents.suite.ts';
import { describeLeases } from '../suite/leases.suite.ts';
import { type Query, type Sort, StoreDamaged, StoreUnavailable, type ViewDeclaration } from '../port.ts';
import { openSqliteDocuments, openSqliteViewStore } from './sqlite.ts';
import { createNaming, findScannedIndex, listIndexes } from './sql/columns.ts';
import { planSqlPages } from './sql/query.ts';
import { openFilledViews } from '../testing/filled-views.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, 'store.sqlite');
});

describeViewStore('The view store in SQLite', () => Promise.resolve(openSqliteViewStore(file)));
describeLeases('The view store in SQLite', () => Promise.resolve(openSqliteViewStore(file)));
describeDocuments('The document store in SQLite', () => Promise.resolve(openSqliteDocuments(file)));

const users: ViewDeclaration = {
  view: 'users',
  version: 3,
  indexes: [['email'], ['status', 'since'], ['profile.zip']],
};

describe('views in a file', () => {
  const filled = () => openFilledViews(file, users);

  it('Views in a file are kept across a restart', async () => {
    await (await filled()).close();
    const views = openSqliteViewStore(file);
    expect(await views.get('users', 'u7')).toEqual({ id: 'u7', email: '7@x.com' });
    expect(await views.live('users')).toEqual({ generation: '3#1', version: 3 });
    expect(await views.checkpoints()).toEqual(new Map([['users', 50]]));
    await views.close();
  });

  it('Views in a file do not wait for a process that held a lease when the file was last open', async () => {
    const first = openSqliteViewStore(file);
    expect(await first.leases.acquire('projector', 'ann', 60_000)).toEqual({ name: 'projector', token: 1 });
    await first.close();
    const second = openSqliteViewStore(file);
    expect(await second.leases.acquire('projector', 'bob', 60_000)).toEqual({ name: 'projector', token: 2 });
    await second.close();
  });

  it('Views in a file get an index that was declared later', async () => {
    await (await filled()).close();
    const views = openSqliteViewStore(file);
    await views.prepare({ ...users, indexes: [...users.indexes, ['role']] }, '3#1');
    await views.close();
    expect(planOf({ where: { role: 'full' }, limit: 5 })).toContain('INDEX users@3#1:role');
  });

  it('Views in a file apply a batch completely or not at all', async () => {
    const views = await filled();
    const cyclic: { id: string; self?: unknown } = { id: 'u1' };
    cyclic.self = cyclic;
    const changes = [
      { id: 'u0', doc: null, position: 60 as Position },
      { id: 'u1', doc: cyclic, position: 60 as Position },
    ];
    await expect(
      views.apply([{ view: 'users', generation: '3#1', changes, checkpoint: 60 as Position }]),
    ).rejects.toThrow();
    expect(await views.get('users', 'u0')).not.toBeNull();
    expect((await views.checkpoints()).get('users')).toBe(50);
    await views.close();
  });

  it('Views in a file are unavailable while another holds the file, and work again afterwards', async () => {
    const views = await filled();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const batch = [{ view: 'users', generation: '3#1', changes: [], checkpoint: 60 as Position }];
    await expect(views.apply(batch)).rejects.toBeInstanceOf(StoreUnavailable);
    other.close();
    await views.apply(batch);
    expect((await views.checkpoints()).get('users')).toBe(60);
    await views.close();
  });

  it('Views in a file show each write immediately, however often they were read before', async () => {
    const views = await filled();
    const read = async () => [await views.get('users', 'u1'), (await views.getMany('users', ['u1']))[0]];
    const put = (doc: { id: string; email: string } | null, at: number) => {
      const position = at as Position;
      return views.apply([
        { view: 'users', generation: '3#1', changes: [{ id: 'u1', doc, position }], checkpoint: position },
      ]);
    };
    for (const at of [60, 61, 62]) {
      const doc = at === 61 ? null : { id: 'u1', email: `${at}@x.com` };
      await put(doc, at);
      expect(await read()).toEqual([doc, doc]);
      expect(await read()).toEqual([doc, doc]);
    }
    await views.prepare(users, '3#2');
    await views.promote(users, '3#2');
    expect(await read()).toEqual([null, null]);
    await views.close();
    await expect(read()).rejects.toBeInstanceOf(StoreUnavailable);
  });

  function planOf(query: Query): string {
    const database = new DatabaseSync(file, { readOnly: true });
    const plans = planSqlPages(
      { table: '"users@3#1"', nameOf: createNaming(database, 'users', '3#1') },
      query,
    ).queries.flatMap(({ text, values }) => database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values, query.limit));
    database.close();
    return plans.map(({ detail }) => String(detail)).join('\n');
  }

  it.each<[string, Query]>([
    ['a sort', { sort: [{ field: 'email', direction: 'asc' }], limit: 5 }],
    ['a sort downwards', { sort: [{ field: 'email', direction: 'desc' }], limit: 5 }],
    ['a condition', { where: { email: 'a@x.com' }, limit: 5 }],
    [
      'a condition and a sort',
      { where: { status: 'active' }, sort: [{ field: 'since', direction: 'desc' }], limit: 5 },
    ],
    [
      'a range',
      { where: { status: 'active', since: { gt: '2026' } }, sort: [{ field: 'since', direction: 'asc' }], limit: 5 },
    ],
    [
      'two sort keys',
      {
        sort: [
          { field: 'status', direction: 'desc' },
          { field: 'since', direction: 'desc' },
        ],
        limit: 5,
      },
    ],
    ['one of several', { where: { email: { in: ['a', 'b'] } }, limit: 5 }],
    ['a field within', { where: { 'profile.zip': '48204' }, limit: 5 }],
  ])('Views in a file answer %s by an index', async (_, query) => {
    await (await filled()).close();
    const plan = planOf(query);
    expect(plan).not.toContain('SCAN users');
    expect(plan).toContain('USING INDEX users@3#1:');
  });

  it('Views in a file read the index that has all fields of a filter and an order, and no other documents', async () => {
    const views = await filled();
    await views.prepare({ ...users, indexes: [...users.indexes, ['email', 'since', 'role']] }, '3#1');
    await views.close();
    const database = new DatabaseSync(file, { readOnly: true });
    const indexes = listIndexes(database, 'users', '3#1');
    database.close();
    const sort: Sort = [{ field: 'since', direction: 'asc' }];
    const found = (query: Partial<Query>) => findScannedIndex(indexes, query);
    expect(found({ where: { role: 'full', email: { contains: ['x'] } }, sort })).toBe('"users@3#1:email,since,role"');
    expect(found({ where: { status: 'active' }, sort })).toBeUndefined();
    expect(found({ where: { role: 'full', status: 'active' } })).toBeUndefined();
    expect(found({ sort })).toBeUndefined();
    const reopened = openSqliteViewStore(file);
    const where = { email: { contains: ['1@x'] }, role: null };
    const byEmail: Sort = [{ field: 'email', direction: 'desc' }];
    const { docs } = await reopened.list('users', { where, sort: byEmail, limit: 3 });
    expect(docs.map(({ id }) => id)).toEqual(['u41', 'u31', 'u21']);
    expect(await reopened.count('users', where)).toBe(5);
    await reopened.close();
  });

  it.each(['asc', 'desc'] as const)(
    'Views in a file are entered at the cursor, and never sorted as a whole (%s)',
    async (direction) => {
      const views = await filled();
      const sort: Sort = [{ field: 'email', direction }];
      const { cursor = '' } = await views.list('users', { sort, limit: 10 });
      await views.close();
      for (const plan of [planOf({ sort, limit: 10 }), planOf({ sort, limit: 10, cursor })]) {
        expect(plan).toContain('SEARCH users@3#1 USING INDEX users@3#1:email');
        expect(plan).not.toContain('TEMP B-TREE');
      }
    },
  );

  it('Views in a file are distinguished from other files', () => {
    writeFileSync(file, 'rubbish '.repeat(1_000));
    expect(() => openSqliteViewStore(file)).toThrow(StoreDamaged);
    expect(() => openSqliteDocuments(file)).toThrow(StoreDamaged);
  });
});

describe('documents in a file', () => {
  const rows = () => {
    const database = new DatabaseSync(file, { readOnly: true });
    const records = database.prepare('SELECT id FROM documents ORDER BY id').all();
    database.close();
    return records.map(({ id }) => String(id));
  };

  it('Documents in a file are kept across a restart, and readable only by the owner', async () => {
    const first = openSqliteDocuments(file);
    await first.put('sessions', { id: 'a' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await first.close();
    const second = openSqliteDocuments(file);
    expect(await second.get('sessions', 'a')).toEqual({ id: 'a' });
    await second.close();
  });

  it('Documents in a file are removed some time after they expire', async () => {
    let now = 1_000;
    const first = openSqliteDocuments(file, { now: () => now });
    await first.put('sessions', { id: 'brief' }, 2_000);
    await first.put('sessions', { id: 'long' }, 9_000);
    now = 3_000;
    for (let n = 0; n < 1_000; n += 1) await first.put('sessions', { id: 'busy' });
    expect(rows()).toEqual(['busy', 'long']);
    await first.close();

    now = 10_000;
    await openSqliteDocuments(file, { now: () => now }).close();
    expect(rows()).toEqual(['busy']);
  });

  it('Documents in a file show each write immediately, and no expired one, however often they were read before', async () => {
    let now = 1_000;
    const documents = openSqliteDocuments(file, { now: () => now });
    const read = async () => {
      const session = await documents.get('sessions', 'a');
      expect(await documents.get('sessions', 'a')).toEqual(session);
      return session;
    };
    await documents.put('sessions', { id: 'a' }, 2_000);
    await documents.put('codes', { id: 'a', of: 'another space' } as { id: string });
    expect(await read()).toEqual({ id: 'a' });
    now = 2_000;
    expect(await read()).toBeNull();
    const next = { id: 'a', userId: 'ann' };
    expect(await documents.compareAndSet('sessions', null, next)).toBe(true);
    expect(await read()).toEqual(next);
    await documents.remove('sessions', 'a');
    expect(await read()).toBeNull();
    await documents.put('sessions', next);
    expect(await read()).toEqual(next);
    await documents.close();
    await expect(read()).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('Documents in a file are read from the file again where another process writes them', async () => {
    const documents = openSqliteDocuments(file);
    await documents.put('sessions', { id: 'a' });
    const readOnlyDocuments = openSqliteDocuments(file, { readOnly: true });
    expect(await readOnlyDocuments.get('sessions', 'a')).not.toBeNull();
    await documents.remove('sessions', 'a');
    expect(await readOnlyDocuments.get('sessions', 'a')).toBeNull();
    await readOnlyDocuments.close();
    await documents.close();
  });
});
