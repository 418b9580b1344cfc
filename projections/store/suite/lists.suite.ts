import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ViewFixture, Thing } from '../testing/suite-fixtures.ts';
import { BadCursor, type Query, type Sort, type ViewStore, type Where } from '../port.ts';

const things: Thing[] = [
  { id: 'a', name: 'Oak', size: 30, open: true, inner: { colour: 'red' } },
  { id: 'b', name: 'elm', size: 10, open: false },
  { id: 'c', name: 'Ash', size: 30, open: true, inner: { colour: 'blue' } },
  { id: 'd', name: null, size: null, open: true },
  { id: 'e', name: 'Yew', open: false },
  { id: 'f', name: 'Fir', size: 20, open: true },
];

/** Lists, counts, and paging. */
export function describeLists(opened: () => ViewFixture) {
  let views: ViewStore;
  let view: string;
  let put: ViewFixture['put'];
  beforeEach(() => {
    ({ views, put } = opened());
    ({ view } = opened().declaration);
  });

  const ids = async (query: Partial<Query>) =>
    (await views.list(view, { limit: 100, ...query })).docs.map(({ id }) => id).join('');
  const onePaged = (sort: Sort) => paged({ limit: 1, sort }).then((pages) => pages.join(' '));
  const paged = async (query: Query) => {
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await views.list(view, { ...query, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.docs.map(({ id }) => id).join(''));
      ({ cursor } = page);
    } while (cursor !== undefined);
    return pages;
  };

  describe('a list', () => {
    beforeEach(() => put(things));

    it('A list is in the order of ids unless it is sorted', async () => {
      expect(await ids({})).toBe('abcdef');
      expect(await ids({ sort: [{ field: 'id', direction: 'desc' }] })).toBe('fedcba');
    });

    it.each<[string, Sort]>([
      ['cfaebd', [{ field: 'name', direction: 'asc' }]],
      ['beafcd', [{ field: 'name', direction: 'desc' }]],
      ['bfacde', [{ field: 'size', direction: 'asc' }]],
      ['cafbed', [{ field: 'size', direction: 'desc' }]],
      [
        'befacd',
        [
          { field: 'open', direction: 'asc' },
          { field: 'size', direction: 'asc' },
        ],
      ],
      [
        'acfdbe',
        [
          { field: 'open', direction: 'desc' },
          { field: 'size', direction: 'desc' },
          { field: 'id', direction: 'asc' },
        ],
      ],
      ['cabdef', [{ field: 'inner.colour', direction: 'asc' }]],
    ])(
      'A list puts nulls and absent values last in both directions, and breaks ties by id (%s)',
      async (expected, sort) => {
        expect(await ids({ sort })).toBe(expected);
      },
    );

    it.each<[string, Where]>([
      ['acdf', { open: true }],
      ['be', { open: false }],
      ['ac', { size: 30 }],
      ['b', { name: 'elm' }],
      ['de', { size: null }],
      ['acf', { size: { gt: 10 } }],
      ['bf', { size: { lt: 30 } }],
      ['f', { size: { gt: 10, lt: 30 } }],
      ['ce', { name: { in: ['Ash', 'Yew', 'Nut'] } }],
      ['', { name: { in: [] } }],
      ['bf', { size: { in: [10, 20] } }],
      ['ce', { id: { in: ['c', 'e', 'x'] } }],
      ['abdf', { id: { notIn: ['c', 'e', 'x'] } }],
      ['bdf', { name: { notIn: ['Oak', 'Ash', 'Yew'] } }],
      ['ef', { id: { gt: 'd' } }],
      ['a', { 'inner.colour': 'red' }],
      ['c', { name: { contains: ['s'] } }],
      ['', { name: { contains: ['%'] } }],
      ['c', { open: true, size: { gt: 10 }, name: { lt: 'B' } }],
      ['', { size: '30' }],
      ['', { nothing: 'x' }],
      ['abcdef', { nothing: null }],
    ])('A list contains the documents that meet every condition (%s)', async (expected, where) => {
      expect(await ids({ where })).toBe(expected);
      expect(await views.count(view, where)).toBe(expected.length);
    });

    it('A list pages through everything once, and says when there is no more', async () => {
      expect(await paged({ limit: 2 })).toEqual(['ab', 'cd', 'ef']);
      expect(await paged({ limit: 4 })).toEqual(['abcd', 'ef']);
      expect(await paged({ limit: 6 })).toEqual(['abcdef']);
      expect(await onePaged([{ field: 'size', direction: 'asc' }])).toBe('b f a c d e');
      expect(await onePaged([{ field: 'size', direction: 'desc' }])).toBe('c a f b e d');
      expect(await paged({ limit: 5, where: { open: true }, sort: [{ field: 'name', direction: 'desc' }] })).toEqual([
        'afcd',
      ]);
      expect(await paged({ limit: 3, where: { nothing: 1 } })).toEqual(['']);
    });

    it('A list skips and repeats nothing when the last document of a page was removed', async () => {
      const query: Query = { limit: 2, sort: [{ field: 'size', direction: 'asc' }] };
      const { cursor = '' } = await views.list(view, query);
      await views.apply([
        {
          view,
          generation: '1#1',
          checkpoint: 100 as never,
          changes: [{ id: 'f', doc: null, position: 100 as never }],
        },
      ]);
      expect((await views.list(view, { ...query, cursor })).docs.map(({ id }) => id)).toEqual(['a', 'c']);
    });

    it.each(['', 'x', 'W10', Buffer.from('["size asc",{},"a"]').toString('base64url'), '💥'])(
      'A list takes no cursor like "%s"',
      async (cursor) => {
        await expect(
          views.list(view, { limit: 2, sort: [{ field: 'size', direction: 'asc' }], cursor }),
        ).rejects.toBeInstanceOf(BadCursor);
      },
    );

    it('A list rejects a cursor of another order', async () => {
      const { cursor = '' } = await views.list(view, { limit: 2, sort: [{ field: 'size', direction: 'asc' }] });
      for (const sort of [
        [],
        [{ field: 'size', direction: 'desc' }],
        [{ field: 'name', direction: 'asc' }],
      ] as Sort[]) {
        await expect(views.list(view, { limit: 2, sort, cursor })).rejects.toBeInstanceOf(BadCursor);
      }
    });

    it.each([`size') OR 1=1 --`, 'name; DROP TABLE x', '$where', 'a..b', '', `a"b`])(
      'A list knows no field called "%s"',
      async (field) => {
        await expect(views.list(view, { limit: 1, sort: [{ field, direction: 'asc' }] })).rejects.toThrow(
          'no name of a field',
        );
        await expect(views.count(view, { [field]: 1 })).rejects.toThrow('no name of a field');
        await expect(views.countBy(view, field)).rejects.toThrow('no name of a field');
      },
    );

    it('A list treats every text as a value', async () => {
      const name = `'); DROP TABLE generations; --`;
      expect(await ids({ where: { name } })).toBe('');
      expect(await ids({ where: { name: { in: [name] } } })).toBe('');
      expect(await views.count(view)).toBe(6);
    });
  });

  describe('a count', () => {
    it('A count follows every change', async () => {
      await put(things);
      expect(await views.count(view)).toBe(6);
      const changes = [{ id: 'a', doc: null, position: 100 as never }];
      await views.apply([{ view, generation: '1#1', checkpoint: 100 as never, changes }]);
      expect(await views.count(view)).toBe(5);
    });

    it('A count by a field leaves out documents without it', async () => {
      await put(things);
      expect(await views.countBy(view, 'size')).toEqual(
        new Map([
          ['10', 1],
          ['20', 1],
          ['30', 2],
        ]),
      );
      expect(await views.countBy(view, 'inner.colour', { open: true })).toEqual(
        new Map([
          ['red', 1],
          ['blue', 1],
        ]),
      );
      expect(await views.countBy(view, 'size', { open: false })).toEqual(new Map([['10', 1]]));
    });
  });

  it('A view store pages any documents in any order with the same result as sorting them all', async () => {
    const value = fc.option(fc.integer({ min: 0, max: 3 }));
    const sorts = fc.uniqueArray(
      fc.record({ field: fc.constantFrom('size', 'rank'), direction: fc.constantFrom('asc', 'desc') }),
      {
        selector: ({ field }) => field,
      },
    );
    const docs = fc.array(fc.record({ size: value, rank: value }), { maxLength: 12 });
    let round = 0;
    const property = fc.asyncProperty(docs, sorts, fc.integer({ min: 1, max: 4 }), async (values, sort, limit) => {
      round += 1;
      const made = values.map((doc, n) => ({ id: `${round}-${String(n).padStart(2, '0')}`, round, ...doc }));
      await views.apply([
        {
          view,
          generation: '1#1',
          checkpoint: null,
          changes: made.map((doc) => ({ id: doc.id, doc, position: 1 as never })),
        },
      ]);
      const order = sort as Sort;
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await views.list(view, {
          where: { round },
          sort: order,
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        });
        found.push(...page.docs.map(({ id }) => id));
        ({ cursor } = page);
      } while (cursor !== undefined);
      expect(found).toEqual(sorted(made, order));
    });
    await put([]);
    await fc.assert(property, { numRuns: 60 });
  });
}

function sorted(docs: { id: string; size: number | null; rank: number | null }[], sort: Sort): string[] {
  const last = sort.at(-1)?.direction === 'desc' ? -1 : 1;
  const compare = (a: (typeof docs)[number], b: (typeof docs)[number]) => {
    for (const { field, direction } of sort) {
      const [x, y] = [a, b].map((doc) => doc[field as 'size' | 'rank']);
      if (x === y || x === undefined || y === undefined) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      return direction === 'asc' ? x - y : y - x;
    }
    return a.id < b.id ? -last : last;
  };
  return docs.toSorted(compare).map(({ id }) => id);
}
