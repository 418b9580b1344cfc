import { beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import type { Doc, Query, ViewDeclaration, ViewStore, WordPattern } from '../port.ts';

const toId = (number: number) => String(number).padStart(4, '0');
const begins = (prefix: string): WordPattern => ({ prefix });

/** Documents found by their words; `named` makes a view name that no other test has. */
export function describeWords(opened: () => { views: ViewStore; declaration: ViewDeclaration }) {
  let views: ViewStore;
  let declaration: ViewDeclaration;
  let checkpoint: number;
  const generation = '1#1';

  const write = async (docs: Record<number, string[] | null>, position: number) => {
    checkpoint += 1;
    const changes = Object.entries(docs).map(([number, words]) => {
      const id = toId(Number(number));
      const doc: (Doc & { words: string[]; even: boolean }) | null = words && {
        id,
        words,
        even: Number(number) % 2 === 0,
      };
      return { id, doc, position: position as Position };
    });
    await views.apply([{ view: declaration.view, generation, changes, checkpoint: checkpoint as Position }]);
  };
  beforeEach(async () => {
    ({ views } = opened());
    declaration = { ...opened().declaration, hasWords: true, indexes: [['even']] };
    declaration.view += '-words';
    checkpoint = 0;
    await views.prepare(declaration, generation);
    const first = { 1: ['oak', 'street', '@ann'], 2: ['oaken', 'barn', '@bob'], 3: ['barn', '#signed-in:1/2.x_y~z'] };
    await write({ ...first, 10: ['oak', '\u00fcber', '@ann'] }, 10);
    await views.promote(declaration, generation);
  });

  const find = async (allOf: WordPattern[][], query: Partial<Query> = {}) => {
    const where = { words: { allOf }, ...query.where };
    const sort = [{ field: 'id', direction: 'desc' as const }];
    const { docs } = await views.list(declaration.view, { limit: 10, sort, ...query, where });
    expect(await views.count(declaration.view, where)).toBeGreaterThanOrEqual(docs.length);
    return docs.map(({ id }) => Number(id));
  };

  describe('a search by words', () => {
    it('A search by words finds documents by whole words and by their beginnings, in the order asked for', async () => {
      expect(await find([['oak']])).toEqual([10, 1]);
      expect(await find([['oak']], { sort: [{ field: 'id', direction: 'asc' }] })).toEqual([1, 10]);
      expect(await find([[begins('oak')]])).toEqual([10, 2, 1]);
      expect(await find([[begins('o')], [begins('barn')]])).toEqual([2]);
      expect(await find([['oa']])).toEqual([]);
      expect(await find([['\u00fcber']])).toEqual([10]);
      expect(await find([[begins('\u00fc')]])).toEqual([10]);
    });

    it('A search by words requires one pattern of each list', async () => {
      expect(await find([['@ann', '@bob'], ['oak']])).toEqual([10, 1]);
      expect(await find([['@nobody', '@bob', begins('#sign')]])).toEqual([3, 2]);
      expect(await find([['oak'], ['barn']])).toEqual([]);
      const many = Array.from({ length: 3_000 }, (_, n) => `@user-${n}`);
      expect(await find([[...many, '@bob']])).toEqual([2]);
    });

    it('A search by words takes signs within words literally', async () => {
      expect(await find([['#signed-in:1/2.x_y~z']])).toEqual([3]);
      expect(await find([[begins('#signed-in:1/2.x_')]])).toEqual([3]);
      expect(await find([[begins('#signed.in')]])).toEqual([]);
      expect(await find([['in']])).toEqual([]);
    });

    it('A search by words obeys other conditions, and pages by id', async () => {
      expect(await find([[begins('oak')]], { where: { even: true } })).toEqual([10, 2]);
      expect(await find([[begins('oak')]], { where: { id: { lt: toId(10) } } })).toEqual([2, 1]);
      expect(await find([[begins('oak')]], { where: { id: { gt: toId(1), lt: toId(10) } } })).toEqual([2]);
      const sort = [{ field: 'id', direction: 'desc' as const }];
      const where = { words: { allOf: [[begins('oak')]] } };
      const { docs, cursor = '' } = await views.list(declaration.view, { where, sort, limit: 2 });
      const rest = await views.list(declaration.view, { where, sort, limit: 2, cursor });
      expect([...docs, ...rest.docs].map(({ id }) => Number(id))).toEqual([10, 2, 1]);
      expect(await views.count(declaration.view, where)).toBe(3);
    });

    it('A search by words follows changes and removals, and ignores older ones', async () => {
      await write({ 1: ['elm'], 2: null, 4: ['oak'] }, 20);
      await write({ 1: ['old'], 4: null }, 5);
      expect(await find([[begins('oak')]])).toEqual([10, 4]);
      expect(await find([['elm']])).toEqual([1]);
      expect(await find([['old']])).toEqual([]);
      expect(await find([['barn']])).toEqual([3]);
    });

    it('A search by words finds nothing of a generation that was discarded', async () => {
      await views.discard(declaration.view, generation);
      await views.prepare(declaration, generation);
      await views.promote(declaration, generation);
      expect(await find([['oak']])).toEqual([]);
    });
  });
}
