import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ListedDocuments, StoreUnavailable } from '../port.ts';
import { insertOrGet } from '../insert-or-get.ts';
import { updateDocument } from '../update-document.ts';
import { listAll } from '../list-all.ts';
import { describeDocumentLists } from './document-lists.suite.ts';

type Session = { id: string; userId?: string; inner?: { tag: string } };

/** Every adapter must pass this suite. */
export function describeDocuments(name: string, open: () => Promise<ListedDocuments>) {
  describeDocumentLists(name, open);
  describe(`${name} keeps the documents contract`, () => {
    let documents: ListedDocuments;
    let space: string;
    beforeEach(async () => {
      documents = await open();
      space = `space-${randomUUID().slice(0, 8)}`;
    });
    afterEach(() => documents.close());

    /** Also checks the count. */
    const found = async (field: string, value: string) => {
      const ids = (await listAll<Session>(documents, space, { [field]: value })).map(({ id }) => id);
      expect(await documents.count(space, { [field]: value })).toBe(ids.length);
      return ids;
    };

    it('A document store returns what was put, replaced and removed', async () => {
      expect(await documents.get(space, 'a')).toBeNull();
      await documents.put(space, { id: 'a', name: `O'Neill "🏠"` } as Session);
      expect(await documents.get(space, 'a')).toEqual({ id: 'a', name: `O'Neill "🏠"` });
      await documents.put(space, { id: 'a' });
      expect(await documents.get(space, 'a')).toEqual({ id: 'a' });
      await documents.remove(space, 'a');
      await documents.remove(space, 'a');
      expect(await documents.get(space, 'a')).toBeNull();
    });

    it('A document store accepts the same document from several concurrent callers, even as the first one', async () => {
      for (let n = 0; n < 20; n += 1) {
        await Promise.all(Array.from({ length: 6 }, () => documents.put(space, { id: `same-${n}` })));
      }
      expect(await documents.page(space, '', 100)).toHaveLength(20);
    });

    it('A document store keeps spaces apart', async () => {
      await documents.put(space, { id: 'a', userId: 'ann' } as Session);
      await documents.put(`${space}-b`, { id: 'a', userId: 'bob' } as Session);
      await documents.remove(`${space}-b`, 'a');
      expect(await documents.get(space, 'a')).toEqual({ id: 'a', userId: 'ann' });
      expect(await found('userId', 'bob')).toEqual([]);
    });

    it('A document store finds documents by a field, through changes', async () => {
      const put = (doc: Session) => documents.put(space, doc);
      await put({ id: 'a', userId: 'ann' });
      await put({ id: 'b', userId: 'bob' });
      expect(await found('userId', 'ann')).toEqual(['a']);
      await put({ id: 'c', userId: 'ann', inner: { tag: 'x' } });
      await put({ id: 'b', userId: 'ann' });
      await put({ id: 'a' });
      expect(await found('userId', 'ann')).toEqual(['b', 'c']);
      expect(await found('inner.tag', 'x')).toEqual(['c']);
      expect(await found('userId', `' OR 1=1 --`)).toEqual([]);
    });

    it('A document store does not return expired documents', async () => {
      await documents.put(space, { id: 'gone', userId: 'ann' } as Session, Date.now() - 1);
      await documents.put(space, { id: 'here', userId: 'ann' } as Session, Date.now() + 60_000.5);
      expect(await documents.get(space, 'gone')).toBeNull();
      expect(await documents.get(space, 'here')).not.toBeNull();
      expect(await found('userId', 'ann')).toEqual(['here']);
    });

    it('A document store keeps a document permanently when it is put again without an expiry', async () => {
      await documents.put(space, { id: 'a' }, Date.now() - 1);
      await documents.put(space, { id: 'a' });
      expect(await documents.get(space, 'a')).toEqual({ id: 'a' });
    });

    it('A document store enumerates documents by space and page, without expired ones', async () => {
      const expires = Date.now() + 60_000;
      await documents.put(space, { id: 'ä', userId: 'ann' } as Session);
      await documents.put(space, { id: 'b' }, expires);
      await documents.put(space, { id: 'B' });
      await documents.put(space, { id: 'a' }, Date.now() - 1);
      await documents.put(`${space}-b`, { id: 'a' });
      expect((await documents.spaces()).filter((name) => name.startsWith(space))).toEqual([space, `${space}-b`]);
      expect(await documents.page(space, '', 2)).toEqual([
        { doc: { id: 'B' }, expires: null },
        { doc: { id: 'b' }, expires },
      ]);
      expect(await documents.page(space, 'b', 2)).toEqual([{ doc: { id: 'ä', userId: 'ann' }, expires: null }]);
      expect(await documents.page(space, 'ä', 2)).toEqual([]);
      expect(await documents.page(`${space}-none`, '', 2)).toEqual([]);
    });

    it('A document store returns many documents in the requested order', async () => {
      await documents.put(space, { id: 'a', userId: 'ann' } as Session);
      await documents.put(space, { id: 'b' });
      await documents.put(space, { id: 'gone' }, Date.now() - 1);
      const asked = ['b', 'none', 'a', 'gone', 'b'];
      expect(await documents.getMany(space, asked)).toEqual([
        { id: 'b' },
        null,
        { id: 'a', userId: 'ann' },
        null,
        { id: 'b' },
      ]);
      expect(await documents.getMany(space, [])).toEqual([]);
    });

    it('A document store inserts a new document once, and returns the same one to every caller', async () => {
      const offered = Array.from({ length: 20 }, (_, n): Session => ({ id: 'a', userId: `u-${n}` }));
      const stored = await Promise.all(offered.map((doc) => insertOrGet<Session>(documents, space, doc)));
      expect(new Set(stored.map(({ userId }) => userId)).size).toBe(1);
      expect(await documents.get(space, 'a')).toEqual(stored[0]);
      await documents.remove(space, 'a');
      expect(await insertOrGet<Session>(documents, space, { id: 'a' })).toEqual({ id: 'a' });
      await documents.put(space, { id: 'a' }, Date.now() - 1);
      expect(await insertOrGet<Session>(documents, space, { id: 'a', userId: 'bob' })).toEqual({
        id: 'a',
        userId: 'bob',
      });
      expect(await found('userId', 'bob')).toEqual(['a']);
    });

    it('A document store inserts many documents, leaves those that are there, and returns the ids of these', async () => {
      expect(await documents.insertAll(space, [])).toEqual([]);
      const docs = Array.from({ length: 600 }, (_, n): Session => ({ id: `d-${n}`, userId: 'ann' }));
      const stored: Session[] = ['d-0', 'd-300', 'd-599'].map((id) => ({ id, userId: 'bob' }));
      await documents.putAll(space, stored);
      await documents.put(space, { id: 'd-1' }, Date.now() - 1);
      expect(await documents.insertAll(space, docs)).toEqual(stored.map(({ id }) => id));
      expect(await listAll<Session>(documents, space, { userId: 'bob' })).toEqual(stored);
      expect(await found('userId', 'ann')).toHaveLength(597);
      expect(await documents.insertAll(space, docs)).toHaveLength(600);
    });

    it('A document is set only if the stored one is the one that was read', async () => {
      const [ann, bob] = [{ id: 'a', userId: 'ann' } as Session, { id: 'a', userId: 'bob' } as Session];
      expect(await documents.compareAndSet(space, ann, bob)).toBe(false);
      expect(await documents.compareAndSet(space, null, ann)).toBe(true);
      expect(await documents.compareAndSet(space, null, bob)).toBe(false);
      expect(await documents.compareAndSet(space, bob, ann)).toBe(false);
      expect(await documents.get(space, 'a')).toEqual(ann);
      expect(await documents.compareAndSet(space, ann, bob)).toBe(true);
      expect(await documents.compareAndSet(space, ann, null)).toBe(false);
      expect(await documents.get(space, 'a')).toEqual(bob);
      expect(await documents.compareAndSet(space, bob, null)).toBe(true);
      expect(await documents.get(space, 'a')).toBeNull();
      expect(await documents.compareAndSet(space, bob, null)).toBe(false);
    });

    it('A document store keeps the expiry of a document that it sets, and treats an expired one as absent', async () => {
      const [ann, bob] = [{ id: 'a', userId: 'ann' } as Session, { id: 'a', userId: 'bob' } as Session];
      await documents.put(space, ann, Date.now() + 60_000);
      expect(await documents.compareAndSet(space, ann, bob)).toBe(true);
      expect(await documents.page(space, '', 1)).toEqual([{ doc: bob, expires: expect.any(Number) as number }]);
      await documents.put(space, ann, Date.now() - 1);
      expect(await documents.compareAndSet(space, ann, bob)).toBe(false);
      expect(await documents.compareAndSet(space, ann, null)).toBe(false);
      expect(await documents.compareAndSet(space, null, bob)).toBe(true);
      expect(await documents.page(space, '', 1)).toEqual([{ doc: bob, expires: null }]);
      const expires = Date.now() + 60_000;
      expect(await documents.compareAndSet(space, null, { id: 'b' }, expires)).toBe(true);
      expect(await documents.page(space, 'a', 1)).toEqual([{ doc: { id: 'b' }, expires }]);
    });

    it('A document store gives a document that it sets another expiry where one is given', async () => {
      const [ann, bob] = [{ id: 'a', userId: 'ann' } as Session, { id: 'a', userId: 'bob' } as Session];
      await documents.put(space, ann, Date.now() + 60_000);
      const expires = Date.now() + 90_000;
      expect(await documents.compareAndSet(space, ann, bob, expires)).toBe(true);
      expect(await documents.page(space, '', 1)).toEqual([{ doc: bob, expires }]);
      expect(await documents.compareAndSet(space, bob, ann, Date.now() - 1)).toBe(true);
      expect(await documents.get(space, 'a')).toBeNull();
    });

    it('A document that many change at once has all of their changes', async () => {
      type Counter = { id: string; names: string[] };
      const add = (name: string) =>
        updateDocument(documents, { space, id: 'a' }, (stored: Counter | null) => ({
          id: 'a',
          names: [...(stored?.names ?? []), name],
        }));
      const names = Array.from({ length: 20 }, (_, n) => `n-${n}`);
      await Promise.all(names.map(add));
      expect(new Set((await documents.get<Counter>(space, 'a'))?.names)).toEqual(new Set(names));
    });

    it('A change of a document can remove it, leave it, and set its expiry', async () => {
      const expires = Date.now() + 60_000;
      const place = { space, id: 'a', expires: () => expires };
      await updateDocument(documents, place, () => ({ id: 'a' }));
      expect(await documents.page(space, '', 1)).toEqual([{ doc: { id: 'a' }, expires }]);
      expect(await updateDocument(documents, { space, id: 'a' }, (stored) => stored)).toEqual({ id: 'a' });
      expect(await updateDocument(documents, { space, id: 'a' }, () => null)).toBeNull();
      expect(await updateDocument(documents, { space, id: 'a' }, (stored) => stored)).toBeNull();
      expect(await documents.page(space, '', 1)).toEqual([]);
    });

    it('A change that never finds the document as it was read is given up', async () => {
      const never = { get: documents.get, compareAndSet: () => Promise.resolve(false) };
      await expect(updateDocument(never, { space, id: 'a' }, () => ({ id: 'a' }))).rejects.toBeInstanceOf(
        StoreUnavailable,
      );
    });

    it('A document store lets one of many concurrent callers insert, change and remove a document', async () => {
      const docs = Array.from({ length: 20 }, (_, n): Session => ({ id: 'a', userId: `u-${n}` }));
      const countWinners = async (attempts: Promise<boolean>[]) => (await Promise.all(attempts)).filter(Boolean).length;
      expect(await countWinners(docs.map((doc) => documents.compareAndSet(space, null, doc)))).toBe(1);
      const inserted = await documents.get(space, 'a');
      const next = docs.map((doc): Session => ({ ...doc, inner: { tag: 'x' } }));
      expect(await countWinners(next.map((doc) => documents.compareAndSet(space, inserted ?? doc, doc)))).toBe(1);
      const changed = await documents.get(space, 'a');
      expect(next).toContainEqual(changed);
      expect(await countWinners(docs.map((doc) => documents.compareAndSet(space, changed ?? doc, null)))).toBe(1);
    });

    it('A document store accepts many concurrent writes', async () => {
      await Promise.all(
        Array.from({ length: 700 }, (_, n) => documents.put(space, { id: `d-${n}`, userId: 'ann' } as Session)),
      );
      expect(await found('userId', 'ann')).toHaveLength(700);
    });

    it('A document store is unavailable once it is closed, and can be closed twice', async () => {
      await documents.close();
      await documents.close();
      await expect(documents.get(space, 'a')).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(documents.put(space, { id: 'a' })).rejects.toBeInstanceOf(StoreUnavailable);
    });
  });
}
