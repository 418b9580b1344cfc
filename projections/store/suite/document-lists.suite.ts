import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BadCursor, type Documents, type Query } from '../port.ts';

type Item = { id: string; channel?: string; state?: string; due?: number; userId?: string };

const indexedSpace = 'outbox';

/** Part of the documents contract: a space with indexes and one without answer alike. */
export function describeDocumentLists(name: string, open: () => Promise<Documents>) {
  describe.each(['with', 'without'])(`${name} lists the documents of a space %s indexes`, (which) => {
    let documents: Documents;
    let space: string;
    beforeEach(async () => {
      documents = await open();
      space = which === 'with' ? indexedSpace : `space-${randomUUID().slice(0, 8)}`;
    });
    afterEach(async () => {
      const { docs } = await documents.list(space, { limit: 2_000 });
      await documents.removeAll(
        space,
        docs.map(({ id }) => id),
      );
      await documents.close();
    });

    const put = (...items: Item[]) => documents.putAll(space, items);
    const idsOf = async (query: Partial<Query>) =>
      (await documents.list<Item>(space, { limit: 50, ...query })).docs.map(({ id }) => id);

    it('A list has the documents that meet all conditions, in the order of a field', async () => {
      await put(
        { id: 'a', channel: 'mail', state: 'waiting', due: 30 },
        { id: 'b', channel: 'mail', state: 'waiting', due: 10 },
        { id: 'c', channel: 'push', state: 'waiting', due: 20 },
        { id: 'd', channel: 'mail', state: 'dead', due: 20 },
        { id: 'e', channel: 'mail', state: 'waiting' },
      );
      const where = { channel: 'mail', state: 'waiting' };
      expect(await idsOf({ where, sort: [{ field: 'due', direction: 'asc' }] })).toEqual(['b', 'a', 'e']);
      expect(await idsOf({ where, sort: [{ field: 'due', direction: 'desc' }] })).toEqual(['a', 'b', 'e']);
      expect(await idsOf({ where })).toEqual(['a', 'b', 'e']);
      expect(await idsOf({ where: { ...where, due: { lt: 30 } } })).toEqual(['b']);
      expect(await idsOf({ where: { ...where, due: null } })).toEqual(['e']);
      expect(await idsOf({ where: { state: { in: ['dead', 'none'] } } })).toEqual(['d']);
      expect(await idsOf({ sort: [{ field: 'channel', direction: 'desc' }] })).toEqual(['c', 'e', 'd', 'b', 'a']);
      expect(await idsOf({})).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await documents.count(space, where)).toBe(3);
      expect(await documents.count(space, { due: { gt: 10 } })).toBe(3);
      expect(await documents.count(space)).toBe(5);
    });

    it('The pages of a list have each document once, even if others are removed in between', async () => {
      await put(...Array.from({ length: 7 }, (_, n) => ({ id: `i${n}`, state: 'waiting', due: n % 3 })));
      const query = { where: { state: 'waiting' }, sort: [{ field: 'due', direction: 'asc' as const }], limit: 3 };
      const first = await documents.list<Item>(space, query);
      expect(first.docs.map(({ id }) => id)).toEqual(['i0', 'i3', 'i6']);
      await documents.removeAll(space, ['i0', 'i6']);
      const second = await documents.list<Item>(space, { ...query, cursor: first.cursor ?? '' });
      expect(second.docs.map(({ id }) => id)).toEqual(['i1', 'i4', 'i2']);
      const third = await documents.list<Item>(space, { ...query, cursor: second.cursor ?? '' });
      expect(third).toEqual({ docs: [{ id: 'i5', state: 'waiting', due: 2 }] });
      await expect(documents.list(space, { limit: 3, cursor: first.cursor ?? '' })).rejects.toBeInstanceOf(BadCursor);
    });

    it('A list leaves out documents of other spaces and expired ones', async () => {
      await put({ id: 'a', userId: 'ann' });
      await documents.putAll(space, [{ id: 'b', userId: 'ann' } as Item], Date.now() - 1);
      await documents.putAll(space, [{ id: 'c', userId: 'ann' } as Item], Date.now() + 60_000);
      const other = `${space}-other`;
      await documents.put(other, { id: 'd', userId: 'ann' } as Item);
      expect(await idsOf({ where: { userId: 'ann' } })).toEqual(['a', 'c']);
      expect(await idsOf({})).toEqual(['a', 'c']);
      expect(await documents.count(space)).toBe(2);
      expect(await documents.count(space, { userId: 'ann' })).toBe(2);
      await documents.remove(other, 'd');
    });

    it('A list shows changes and removals at once', async () => {
      await put({ id: 'a', userId: 'ann' }, { id: 'b', userId: 'ann' });
      await put({ id: 'a', userId: 'bob' });
      expect(await idsOf({ where: { userId: 'ann' } })).toEqual(['b']);
      await documents.compareAndSet(space, { id: 'b', userId: 'ann' } as Item, { id: 'b', userId: 'bob' } as Item);
      expect(await idsOf({ where: { userId: 'bob' } })).toEqual(['a', 'b']);
      await documents.removeAll(space, ['a', 'none']);
      await documents.removeAll(space, []);
      expect(await idsOf({ where: { userId: 'bob' } })).toEqual(['b']);
    });

    it('More documents can be put in one call than in one request to a server', async () => {
      await put();
      await put(...Array.from({ length: 1_201 }, (_, n) => ({ id: `i${n}`, state: 'waiting' })));
      expect(await documents.count(space, { state: 'waiting' })).toBe(1_201);
    });

    it('A list rejects names that are no fields and no spaces', async () => {
      await expect(documents.list(space, { where: { [`x') --`]: '' }, limit: 1 })).rejects.toThrow(
        'no name of a field',
      );
      await expect(documents.list(`x' --`, { limit: 1 })).rejects.toThrow('no name of a space');
    });
  });
}
