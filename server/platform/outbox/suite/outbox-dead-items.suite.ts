import { describe, expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { countDeadItems } from '../item-counts.ts';
import { setUpOutbox } from './outbox-fixture.ts';

const dead = { kind: 'dead' as const, reason: 'Refused' };

/** Items that failed permanently. */
export function describeDeadItems(name: string, open: () => Promise<Documents>) {
  describe(`${name} as an outbox of dead items`, () => {
    const fixture = setUpOutbox(open);

    it('lists what failed permanently by page, newest first, and resends or discards it', async () => {
      const { outbox, item, find } = fixture;
      let isRefused = true;
      fixture.start({
        send: (message) =>
          isRefused ? Promise.reject(new Error('No')) : Promise.resolve(void fixture.sent.push(message)),
        classifyFailure: () => dead,
      });
      for (const n of [1, 2, 3]) {
        await outbox.put([item(n)]);
        await expect.poll(() => countDeadItems(fixture.documents), { interval: 5 }).toBe(n);
        fixture.advance(1_000);
      }
      const first = await outbox.listDead(2);
      expect(first.docs.map(({ id, error }) => [id, error])).toEqual([
        ['item-3', 'Refused'],
        ['item-2', 'Refused'],
      ]);
      expect((await outbox.listDead(2, first.cursor)).docs.map(({ id }) => id)).toEqual(['item-1']);
      isRefused = false;
      expect([await outbox.resend('item-1'), await outbox.discard('item-2')]).toEqual([true, true]);
      await expect.poll(() => find('item-1'), { interval: 5 }).toBeNull();
      expect(fixture.sent.map(({ id }) => id)).toEqual(['item-1']);
      expect([await outbox.resend('item-1'), await outbox.discard('item-2')]).toEqual([false, false]);
      expect(await countDeadItems(fixture.documents)).toBe(1);
    });

    it('resends what failed permanently as if it was put now, with all its attempts', async () => {
      const { outbox, item, sent } = fixture;
      const refusing = fixture.start({
        send: () => Promise.reject(new Error('No')),
        classifyFailure: () => dead,
      });
      await outbox.put([item(1)]);
      await expect.poll(() => countDeadItems(fixture.documents), { interval: 5 }).toBe(1);
      await refusing.stop();
      fixture.advance(60_000);
      await outbox.resend('item-1');
      let attempts = 0;
      fixture.start({
        ttlMs: 60_000,
        backoffMs: [0],
        send: (message) => {
          attempts += 1;
          return attempts === 1 ? Promise.reject(new Error('Later')) : Promise.resolve(void sent.push(message));
        },
      });
      await fixture.waitUntilEmpty();
      expect(sent.map(({ id }) => id)).toEqual(['item-1']);
    });

    it('removes items that failed permanently after the time that their channel sets', async () => {
      const { outbox, item, find } = fixture;
      const refusal = { send: () => Promise.reject(new Error('No')), classifyFailure: () => dead, deadTtlMs: 60_000 };
      const sender = fixture.start(refusal);
      await outbox.put([item(1)]);
      await expect.poll(() => countDeadItems(fixture.documents), { interval: 5 }).toBe(1);
      await sender.stop();
      fixture.setCheckpoint(toPosition(1));
      await outbox.put([item(2)]);
      fixture.advance(60_001);
      fixture.start(refusal);
      await expect.poll(() => find('item-1'), { interval: 5 }).toBeNull();
      expect((await find('item-2'))?.state).toBe('waiting');
    });
  });
}
