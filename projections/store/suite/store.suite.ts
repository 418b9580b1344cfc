import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Thing } from '../testing/suite-fixtures.ts';
import { describeLists } from './lists.suite.ts';
import { describeWords } from './word-search.suite.ts';
import { type DocChange, type Doc, StoreUnavailable, type ViewDeclaration, type ViewStore } from '../port.ts';

const at = (position: number) => position as Position;
const thing = (doc: Thing): Doc => doc;
const change = (id: string, position: number, name: string | null): DocChange => ({
  id,
  position: at(position),
  doc: name === null ? null : thing({ id, name }),
});

/** Every adapter must pass this suite. `open` gives a store that may already hold views of others. */
export function describeViewStore(name: string, open: () => Promise<ViewStore>) {
  describe(`${name} keeps the view store contract`, () => {
    let views: ViewStore;
    let declaration: ViewDeclaration;
    let view: string;
    beforeEach(async () => {
      views = await open();
      view = `things-${randomUUID().slice(0, 8)}`;
      declaration = { view, version: 1, indexes: [['name'], ['open', 'size'], ['size'], ['inner.colour']] };
    });
    afterEach(() => views.close());

    const build = async (generation: string, version = 1) => {
      await views.prepare({ ...declaration, version }, generation);
      return {
        write: (changes: DocChange[], checkpoint: number | null) =>
          views.apply([{ view, generation, changes, checkpoint: checkpoint === null ? null : at(checkpoint) }]),
        found: (ids: string[]) => views.getFrom(view, generation, ids),
        promote: () => views.promote({ ...declaration, version }, generation),
      };
    };
    const live = async () => {
      const generation = await build('1#1');
      await generation.promote();
      return generation;
    };
    const put = async (things: Thing[]) => {
      const { write } = await live();
      await write(
        things.map((doc, n) => ({ id: doc.id, doc, position: at(n + 1) })),
        things.length,
      );
    };
    describeLists(() => ({ views, declaration, put }));
    describeWords(() => ({ views, declaration }));

    it('Documents are found by a relation in a generation that is not shown yet', async () => {
      const related = { ...declaration, relations: ['name'] };
      await views.prepare(related, '1#1');
      const find = (name: string) => views.findIds(view, '1#1', 'name', name).then((ids) => ids.toSorted());
      const write = (changes: DocChange[], checkpoint: number) =>
        views.apply([{ view, generation: '1#1', changes, checkpoint: at(checkpoint) }]);
      await write([change('a', 1, 'x'), change('b', 1, 'y'), change('c', 1, 'x')], 1);
      expect([await find('x'), await find('y'), await find('z')]).toEqual([['a', 'c'], ['b'], []]);
      await write([change('a', 2, null)], 2);
      expect(await find('x')).toEqual(['c']);
    });

    describe('documents of a view', () => {
      it('Documents of a view read back as they were written', async () => {
        const doc = {
          id: 'a',
          name: `O'Neill "🏠" $1`,
          size: 45_000.5,
          open: false,
          inner: { colour: 'red' },
          none: null,
          list: [1, 'x'],
        };
        await put([doc]);
        expect(await views.get(view, 'a')).toEqual(doc);
        expect(JSON.stringify(await views.get(view, 'a'))).toBe(JSON.stringify(doc));
      });

      it('Documents of a view are absent where none was written', async () => {
        await put([]);
        expect(await views.get(view, 'a')).toBeNull();
      });

      it('Documents of a view come in the order of the requested ids', async () => {
        await put([{ id: 'a' }, { id: 'b' }]);
        expect(await views.getMany(view, ['b', 'x', 'a', 'b'])).toEqual([{ id: 'b' }, null, { id: 'a' }, { id: 'b' }]);
      });

      it('Documents of a view are replaced and removed', async () => {
        const { write } = await live();
        await write([change('a', 1, 'one'), change('b', 1, 'one')], 1);
        await write([change('a', 2, 'two'), change('b', 2, null), change('c', 2, null)], 2);
        expect(await views.getMany(view, ['a', 'b', 'c'])).toEqual([{ id: 'a', name: 'two' }, null, null]);
      });

      it('Documents of a view come back after they were removed', async () => {
        const { write } = await live();
        await write([change('a', 1, 'one')], 1);
        await write([change('a', 2, null)], 2);
        await write([change('a', 3, 'three')], 3);
        expect(await views.get(view, 'a')).toEqual({ id: 'a', name: 'three' });
      });
    });

    describe('a view that was never built', () => {
      it('A view that was never built is empty', async () => {
        expect(await views.get(view, 'a')).toBeNull();
        expect(await views.getMany(view, ['a', 'b'])).toEqual([null, null]);
        expect(await views.list(view, { limit: 5 })).toEqual({ docs: [] });
        expect(await views.count(view)).toBe(0);
        expect(await views.countBy(view, 'name')).toEqual(new Map());
        expect(await views.live(view)).toBeNull();
      });
    });

    describe('a batch', () => {
      it('A batch changes nothing when it is applied again', async () => {
        const { write, found } = await live();
        const batch = [change('a', 1, 'one'), change('b', 2, 'two')];
        await write(batch, 2);
        const before = await found(['a', 'b']);
        await write(batch, 2);
        expect(await found(['a', 'b'])).toEqual(before);
        expect(before).toEqual([
          { doc: { id: 'a', name: 'one' }, position: 1 },
          { doc: { id: 'b', name: 'two' }, position: 2 },
        ]);
      });

      it('A batch of new documents also changes those that are there all the same, unless they are newer', async () => {
        const { write, found } = await live();
        const asNew = (...given: Parameters<typeof change>) => ({ ...change(...given), isNew: true as const });
        await write([asNew('a', 1, 'one'), change('b', 2, 'two'), change('c', 9, 'nine')], 2);
        await write([asNew('a', 3, 'three'), asNew('b', 3, 'three'), asNew('c', 3, 'three'), asNew('d', 3, 'x')], 3);
        expect(await found(['a', 'b', 'c', 'd'])).toEqual([
          { doc: { id: 'a', name: 'three' }, position: 3 },
          { doc: { id: 'b', name: 'three' }, position: 3 },
          { doc: { id: 'c', name: 'nine' }, position: 9 },
          { doc: { id: 'd', name: 'x' }, position: 3 },
        ]);
      });

      it('A batch never replaces a newer state with an older one', async () => {
        const { write } = await live();
        await write([change('a', 5, 'new'), change('b', 5, null)], 5);
        await write([change('a', 3, 'old'), change('b', 3, 'old')], 3);
        expect(await views.getMany(view, ['a', 'b'])).toEqual([{ id: 'a', name: 'new' }, null]);
        expect((await views.checkpoints()).get(view)).toBe(5);
      });

      it('A batch may come without a checkpoint: each change is then independent', async () => {
        const { write } = await live();
        await write([], 9);
        await write([change('a', 5, 'five')], null);
        await write([change('a', 4, 'four')], null);
        await write([change('a', 4, null)], null);
        expect(await views.get(view, 'a')).toEqual({ id: 'a', name: 'five' });
        await write([change('a', 5, null)], null);
        expect(await views.get(view, 'a')).toBeNull();
        expect((await views.checkpoints()).get(view)).toBe(9);
      });

      it('A batch that repairs replaces a state of the same position, and later batches replace the repaired one', async () => {
        const { write } = await live();
        await write([change('a', 5, 'zzz'), change('b', 5, 'zzz')], 5);
        const repair = [change('a', 5, 'repaired'), change('b', 5, null)];
        await views.apply([{ view, generation: '1#1', changes: repair, checkpoint: null, isRepair: true }]);
        expect(await views.getMany(view, ['a', 'b'])).toEqual([{ id: 'a', name: 'repaired' }, null]);
        await write([change('a', 6, 'next')], 6);
        expect(await views.get(view, 'a')).toEqual({ id: 'a', name: 'next' });
      });

      it('A batch changes several views', async () => {
        const others = { view: `${view}-b`, version: 1, indexes: [] };
        await live();
        await views.prepare(others, '1#1');
        await views.promote(others, '1#1');
        await views.apply([
          { view, generation: '1#1', changes: [change('a', 1, 'here')], checkpoint: at(1) },
          { view: others.view, generation: '1#1', changes: [change('a', 1, 'there')], checkpoint: at(1) },
        ]);
        expect(await views.get(view, 'a')).toEqual({ id: 'a', name: 'here' });
        expect(await views.get(others.view, 'a')).toEqual({ id: 'a', name: 'there' });
      });

      it('A batch is rejected for an unknown generation', async () => {
        await expect(views.apply([{ view, generation: '7#1', changes: [], checkpoint: at(1) }])).rejects.toThrow(view);
      });

      it('A batch advances the checkpoint without changes', async () => {
        const { write } = await live();
        await write([], 7);
        expect((await views.checkpoints()).get(view)).toBe(7);
      });
    });

    describe('generations', () => {
      it('Generations report their checkpoint', async () => {
        const generation = '1#1';
        expect(await views.prepare(declaration, generation)).toBe(startPosition);
        await views.apply([{ view, generation, changes: [change('a', 4, 'x')], checkpoint: at(4) }]);
        expect(await views.prepare(declaration, generation)).toBe(4);
        expect((await views.getFrom(view, generation, ['b', 'a'])).map(({ doc }) => doc)).toEqual([
          null,
          { id: 'a', name: 'x' },
        ]);
      });

      it('Generations are visible to readers from their promotion on, completely', async () => {
        const old = await live();
        await old.write([change('a', 1, 'old')], 1);
        const next = await build('2#1', 2);
        await next.write([change('a', 1, 'new'), change('b', 1, 'new')], 1);
        expect(await views.list(view, { limit: 5 })).toEqual({ docs: [{ id: 'a', name: 'old' }] });
        expect(await views.live(view)).toEqual({ generation: '1#1', version: 1 });

        await next.promote();
        expect((await views.list<Thing>(view, { limit: 5 })).docs.map(({ name: its }) => its)).toEqual(['new', 'new']);
        expect(await views.live(view)).toEqual({ generation: '2#1', version: 2 });
        expect((await views.checkpoints()).get(view)).toBe(1);
      });

      it('Generations are dropped when another is promoted, and start from scratch', async () => {
        await put([{ id: 'a' }]);
        await (await build('1#2')).promote();
        expect(await views.prepare(declaration, '1#1')).toBe(startPosition);
        expect((await views.getFrom(view, '1#1', ['a']))[0]?.doc).toBeNull();
      });

      it('Generations are dropped when discarded, before and after their promotion', async () => {
        await put([{ id: 'a' }]);
        const half = await build('2#1', 2);
        await half.write([change('a', 1, 'half')], 1);
        await views.discard(view, '2#1');
        expect(await views.prepare({ ...declaration, version: 2 }, '2#1')).toBe(startPosition);
        expect(await views.get(view, 'a')).toEqual({ id: 'a' });

        await views.discard(view, '1#1');
        expect(await views.live(view)).toBeNull();
        expect(await views.get(view, 'a')).toBeNull();
      });

      it('Generations have no public checkpoint before their promotion', async () => {
        await build('1#1');
        expect((await views.checkpoints()).has(view)).toBe(false);
      });

      it('Generations cannot be promoted when they do not exist', async () => {
        await expect(views.promote(declaration, '9#9')).rejects.toThrow(view);
      });
    });

    it('A view store is unavailable once it is closed, and can be closed twice', async () => {
      await put([{ id: 'a' }]);
      await views.close();
      await views.close();
      await expect(views.get(view, 'a')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(views.apply([])).rejects.toBeInstanceOf(StoreUnavailable);
    });
  });
}
