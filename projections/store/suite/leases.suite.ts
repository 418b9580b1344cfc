import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { type DocChange, Fenced, type Lease, type LeasedViewStore, type ViewReader } from '../port.ts';

/** The part of a store that this suite needs. */
type Leased = Omit<LeasedViewStore, keyof ViewReader | 'checkpoints'>;

const long = 60_000;
/** A duration that is over by the next request. */
const short = 1;

/** Every adapter must pass this suite. */
export function describeLeases(name: string, open: () => Promise<Leased>) {
  describe(`${name} keeps the leases contract`, () => {
    let store: Leased;
    let task: string;
    beforeEach(async () => {
      store = await open();
      task = `task-${randomUUID().slice(0, 8)}`;
    });
    afterEach(() => store.close());

    const acquired = (owner: string, ttl = long): Promise<Lease> =>
      vi.waitUntil(() => store.leases.acquire(task, owner, ttl), { timeout: 60_000 });

    it('A lease store gives a task to one owner at a time', async () => {
      expect(await store.leases.acquire(task, 'ann', long)).toEqual({ name: task, token: 1 });
      expect(await store.leases.acquire(task, 'bob', long)).toBeNull();
      expect(await store.leases.acquire(`${task}-b`, 'bob', long)).toEqual({ name: `${task}-b`, token: 1 });
    });

    it('A lease store gives the lease to only one of many concurrent callers', async () => {
      const owners = Array.from({ length: 10 }, (_, n) => `owner-${n}`);
      const given = await Promise.all(owners.map((owner) => store.leases.acquire(task, owner, long)));
      expect(given.filter((lease) => lease !== null)).toEqual([{ name: task, token: 1 }]);
    });

    it('A lease store lists the leases that are held and begin with a text', async () => {
      for (const part of ['a', 'b', 'c']) await store.leases.acquire(`${task}/${part}`, 'ann', long);
      await store.leases.acquire(`${task}/d`, 'ann', short);
      await store.leases.acquire(`${task}-other`, 'ann', long);
      await store.leases.release({ name: `${task}/b`, token: 1 });
      await expect.poll(() => store.leases.list(`${task}/`)).toHaveLength(2);
      expect((await store.leases.list(`${task}/`)).toSorted()).toEqual([`${task}/a`, `${task}/c`]);
    });

    it('A lease store gives its owner the same lease again', async () => {
      const lease = await acquired('ann');
      expect(await store.leases.acquire(task, 'ann', long)).toEqual(lease);
    });

    it('A lease store gives the lease to another owner once it has expired, with a higher token', async () => {
      await acquired('ann', short);
      expect(await acquired('bob')).toEqual({ name: task, token: 2 });
      expect(await store.leases.acquire(task, 'ann', long)).toBeNull();
    });

    it('A lease store gives an expired lease to only one of many concurrent callers', async () => {
      const { token } = await acquired('ann', short);
      await vi.waitUntil(() => store.leases.acquire(task, 'bob', short), { timeout: 60_000 });
      const owners = Array.from({ length: 10 }, (_, n) => `owner-${n}`);
      const given: (Lease | null)[] = [];
      await vi.waitUntil(
        async () => {
          given.push(...(await Promise.all(owners.map((owner) => store.leases.acquire(task, owner, long)))));
          return given.some((lease) => lease !== null);
        },
        { timeout: 60_000 },
      );
      expect(given.filter((lease) => lease !== null)).toEqual([{ name: task, token: token + 2 }]);
    });

    it('A lease store extends a lease when it is renewed, even after it expired, unless another owner has it', async () => {
      const first = await acquired('ann', short);
      expect(await store.leases.renew(first, long)).toBe(true);
      expect(await store.leases.acquire(task, 'bob', long)).toBeNull();

      expect(await store.leases.renew(first, short)).toBe(true);
      const second = await acquired('bob');
      expect(await store.leases.renew(first, long)).toBe(false);
      expect(await store.leases.renew(second, long)).toBe(true);
    });

    it('A lease is free immediately when it is released, and its former owner cannot release the next lease', async () => {
      const first = await acquired('ann');
      await store.leases.release(first);
      const second = await store.leases.acquire(task, 'bob', long);
      expect(second).toEqual({ name: task, token: 2 });
      await store.leases.release(first);
      expect(await store.leases.acquire(task, 'cid', long)).toBeNull();
    });

    it('A renewal that comes after the release of its lease does not take the task again', async () => {
      const lease = await acquired('ann');
      await store.leases.release(lease);
      expect(await store.leases.renew(lease, long)).toBe(false);
      expect(await store.leases.acquire(task, 'bob', long)).toEqual({ name: task, token: 2 });
    });

    describe('a lease as a fence', () => {
      const at = (position: number) => position as Position;
      const written: DocChange[] = [{ id: 'a', doc: { id: 'a' }, position: at(7) }];
      let view: string;
      beforeEach(async () => {
        view = `things-${randomUUID().slice(0, 8)}`;
        await store.prepare({ view, version: 1, indexes: [] }, '1#1');
      });
      const write = (lease: Lease, checkpoint: number | null = 7) =>
        store.apply(
          [{ view, generation: '1#1', changes: written, checkpoint: checkpoint === null ? null : at(checkpoint) }],
          lease,
        );
      const found = async () => ({
        docs: (await store.getFrom(view, '1#1', ['a'])).map(({ doc }) => doc),
        checkpoint: await store.prepare({ view, version: 1, indexes: [] }, '1#1'),
      });

      it('A lease as a fence lets its holder write, and a former holder without a successor', async () => {
        await write(await acquired('ann', short));
        expect(await found()).toEqual({ docs: [{ id: 'a' }], checkpoint: 7 });
      });

      it('A lease as a fence lets a former holder write nothing', async () => {
        const first = await acquired('ann', short);
        await acquired('bob');
        await expect(write(first)).rejects.toBeInstanceOf(Fenced);
        await expect(write(first, null)).rejects.toBeInstanceOf(Fenced);
        expect(await found()).toEqual({ docs: [null], checkpoint: startPosition });
      });

      it('A lease as a fence lets a former holder neither promote nor drop a generation', async () => {
        const declaration = { view, version: 1, indexes: [] };
        const first = await acquired('ann', short);
        await write(first);
        const second = await acquired('bob');
        await expect(store.promote(declaration, '1#1', first)).rejects.toBeInstanceOf(Fenced);
        await expect(store.discard(view, '1#1', first)).rejects.toBeInstanceOf(Fenced);
        expect(await store.live(view)).toBeNull();
        await store.promote(declaration, '1#1', second);
        await store.prepare(declaration, '1#2');
        await store.promote(declaration, '1#2', second);
        expect(await store.live(view)).toEqual({ generation: '1#2', version: 1 });
        await store.discard(view, '1#2', second);
        expect(await store.live(view)).toBeNull();
      });

      it('A lease as a fence rejects every write with a lease that was never given', async () => {
        await expect(write({ name: task, token: 1 })).rejects.toBeInstanceOf(Fenced);
        await acquired('ann');
        await expect(write({ name: task, token: 2 })).rejects.toBeInstanceOf(Fenced);
        expect(await found()).toEqual({ docs: [null], checkpoint: startPosition });
      });
    });
  });
}
