import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import { projections } from '../../all.ts';
import { openMongoViewStore } from './mongo.ts';
import { createTestDatabase, isServerMissing } from '../testing/test-database.ts';
import { buildCountPipeline, buildFilter, planMongoPages, viewSource } from './query.ts';
import type { Doc, Query, Sort, ViewDeclaration } from '../port.ts';

const users: ViewDeclaration = {
  view: 'people',
  version: 3,
  indexes: [['email'], ['status', 'since'], ['profile.zip']],
  hasWords: true,
};
const declarations = [users, ...projections.filter(({ view }) => view !== users.view)];

/** The stages of the winning plan, from a server that reports them. */
type Plans = (collection: string, query: Query) => Promise<Set<string>[]>;

describe.skipIf(isServerMissing)('Views in MongoDB (skipped where MONGODB_URL is not set)', () => {
  const { url, db, drop } = createTestDatabase();
  const views = openMongoViewStore(url);
  const collections = new Map<string, string>();
  let tells = false;

  beforeAll(async () => {
    for (const declaration of declarations) {
      const { view, indexes } = declaration;
      const fields = [...new Set(indexes.flat())].filter((field) => field !== 'id');
      const changes = Array.from({ length: 64 }, (_, n) => ({
        id: `d${n}`,
        doc: docOf(n, fields),
        position: n as Position,
      }));
      await views.prepare(declaration, '1#1');
      await views.apply([{ view, generation: '1#1', changes, checkpoint: 64 as Position }]);
      await views.promote(declaration, '1#1');
    }
    const live = await db.collection<{ _id: string; collection: string }>('views').find().toArray();
    for (const { _id, collection } of live) collections.set(_id, collection);
    const { queryPlanner } = await db.collection('views').find().explain('queryPlanner');
    tells = stagesIn(queryPlanner).size > 0;
  });
  afterAll(async () => {
    await views.close();
    await drop();
  });
  beforeEach(({ skip }) => skip(!tells, 'FerretDB has no indexes to scan, and no winning plan to tell'));

  const stagesOf: Plans = (view, query) =>
    Promise.all(
      planMongoPages(viewSource, query)
        .groups.flat()
        .map(async ({ filter, sort }) => {
          const documents = db.collection(collections.get(view) ?? '').find(filter, { sort, limit: query.limit });
          return stagesIn((await documents.explain('queryPlanner'))['queryPlanner']);
        }),
    );
  const expectIndexed = (plans: Set<string>[], sorted = true) => {
    expect(plans.length).toBeGreaterThan(0);
    for (const stages of plans) {
      expect([...stages].some((stage) => stage.endsWith('IXSCAN'))).toBe(true);
      expect(stages).not.toContain('COLLSCAN');
      if (sorted) expect(stages).not.toContain('SORT');
    }
  };

  it.each<[string, Query]>([
    ['a list by id', { limit: 5 }],
    ['a sort', { sort: [{ field: 'email', direction: 'asc' }], limit: 5 }],
    ['a sort downwards', { sort: [{ field: 'email', direction: 'desc' }], limit: 5 }],
    ['a condition', { where: { email: 'a@x.com' }, limit: 5 }],
    ['a condition and a sort', { where: { status: 'x' }, sort: [{ field: 'since', direction: 'desc' }], limit: 5 }],
    [
      'a range',
      { where: { status: 'x', since: { gt: '2026' } }, sort: [{ field: 'since', direction: 'asc' }], limit: 5 },
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
    ['a field within', { where: { 'profile.zip': '48204' }, limit: 5 }],
  ])('Views in MongoDB answer %s by an index', async (_, query) => {
    expectIndexed(await stagesOf(users.view, query));
  });

  it('Views in MongoDB answer a search by words by an index', async () => {
    const where = { words: { allOf: [['#a', '#b'], [{ prefix: 'oa' }]] } };
    expectIndexed(await stagesOf(users.view, { where, sort: [{ field: 'id', direction: 'desc' }], limit: 5 }), false);
  });

  it.each(['asc', 'desc'] as const)(
    'Views in MongoDB are entered at the cursor, and never sorted as a whole (%s)',
    async (direction) => {
      const sort: Sort = [{ field: 'email', direction }];
      const { cursor = '' } = await views.list(users.view, { sort, limit: 10 });
      expectIndexed(await stagesOf(users.view, { sort, limit: 10, cursor }));
    },
  );

  it.each(declarations.flatMap(({ view, indexes }) => indexes.map((fields) => [view, fields] as const)))(
    'Views in MongoDB answer what %s declares by an index (%s)',
    async (view, fields) => {
      const where = Object.fromEntries(fields.slice(0, -1).map((field) => [field, '7@x.com']));
      for (const direction of ['asc', 'desc'] as const) {
        const sort = [{ field: fields.at(-1) ?? 'id', direction }];
        expectIndexed(await stagesOf(view, { where, sort, limit: 10 }));
      }
    },
  );

  it('Views in MongoDB are counted by an index', async () => {
    const collection = db.collection(collections.get(users.view) ?? '');
    for (const where of [{}, { status: 'x' }]) {
      const explained = await collection.find(buildFilter(viewSource, where)).explain('queryPlanner');
      expectIndexed([stagesIn(explained['queryPlanner'])]);
    }
    expectIndexed([
      stagesIn(await collection.aggregate(buildCountPipeline(viewSource, 'status')).explain('queryPlanner')),
    ]);
  });
});

/** The n-th of documents that have and lack these fields in every combination. */
function docOf(n: number, fields: string[]): Doc {
  const has = fields.filter((_, bit) => (n >> (bit % 4)) & 1);
  return has.reduce<Doc>((doc, field) => withField(doc, field, `${n}@x.com`), { id: `d${n}` });
}

function withField(doc: Doc, field: string, value: string): Doc {
  const [outer = '', inner] = field.split('.');
  return { ...doc, [outer]: inner === undefined ? value : { [inner]: value } };
}

/** The names of all stages of a winning plan, wherever a version of MongoDB puts them. */
function stagesIn(explained: unknown, winning = false): Set<string> {
  if (typeof explained !== 'object' || explained === null) return new Set();
  const stages = Object.entries(explained).flatMap(([name, value]) => {
    if (name === 'rejectedPlans') return [];
    if (winning && name === 'stage' && typeof value === 'string') return [value];
    return [...stagesIn(value, winning || name === 'winningPlan')];
  });
  return new Set(stages);
}
