import { describe, expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import { countDeadItems, countUnsentItems } from '../item-counts.ts';
import { setUpOutbox } from './outbox-fixture.ts';
import { describeOutboxClaims } from './outbox-claims.suite.ts';
import { describeDeadItems } from './outbox-dead-items.suite.ts';
import { describeOutboxFaults, type OutboxVolume } from './outbox-faults.suite.ts';

const join = (first: string[], next: string[]) => [...first, ...next];

const defaultVolume: OutboxVolume = { waiting: 45_000, crashed: 1_000 };

/** The outbox must keep this on the documents of every adapter. */
export function describeOutbox(name: string, open: () => Promise<Documents>, volume = defaultVolume) {
  describeOutboxFaults(name, open, volume);
  describeOutboxClaims(name, open);
  describeDeadItems(name, open);

  describe(`${name} as an outbox`, () => {
    const fixture = setUpOutbox(open);

    it('sends an item once, and holds it no longer', async () => {
      fixture.start();
      await fixture.outbox.put([fixture.item(1), fixture.item(2)]);
      await fixture.waitUntilEmpty();
      expect(fixture.sent.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: 'item-1', content: ['fact-1'] },
        { id: 'item-2', content: ['fact-2'] },
      ]);
    });

    it('does not touch an item that is put again while it is there', async () => {
      const { outbox, item, find } = fixture;
      fixture.start({ send: () => Promise.reject(new Error('Later')) });
      await outbox.put([item(1)]);
      await expect.poll(async () => (await find('item-1'))?.attempts, { interval: 5 }).toBe(1);
      const before = await find('item-1');
      await outbox.put([item(1, { content: ['again'] })]);
      expect(await find('item-1')).toEqual(before);
    });

    it('sends an item when it is due, and not before', async () => {
      fixture.start();
      await fixture.outbox.put([fixture.item(1, { due: fixture.now() + 60_000 }), fixture.item(2)]);
      await expect.poll(() => fixture.sent.map(({ id }) => id), { interval: 5 }).toEqual(['item-2']);
      fixture.advance(60_000);
      await fixture.waitUntilEmpty();
      expect(fixture.sent).toHaveLength(2);
    });

    it('sends what another process has put', async () => {
      fixture.start();
      await fixture.openOutbox().put([fixture.item(1)]);
      await fixture.waitUntilEmpty();
      expect(fixture.sent).toHaveLength(1);
    });

    it('joins waiting items of one key, moving the time of sending up to a limit', async () => {
      const { outbox, item, list, now } = fixture;
      const add = (n: number, dueInMs: number) =>
        outbox.put([item(n, { joinKey: 'ann', due: now() + dueInMs, latestDue: now() + 20_000 })], { join });
      const begun = now();
      await add(1, 3_000);
      fixture.advance(2_000);
      await add(2, 3_000);
      expect(await list()).toMatchObject([{ id: 'item-1', due: begun + 5_000, content: ['fact-1', 'fact-2'] }]);
      fixture.advance(2_000);
      await add(3, 60_000);
      expect(await list()).toMatchObject([
        { due: begun + 20_000, content: ['fact-1', 'fact-2', 'fact-3'], position: 3 },
      ]);
    });

    it('joins items that are put together, and ignores those that are put again', async () => {
      const { outbox, item, list } = fixture;
      const items = [1, 2, 3, 4].map((n) => item(n, { joinKey: n === 3 ? 'bob' : 'ann' }));
      await outbox.put(items.slice(0, 2), { join });
      await outbox.put(items, { join });
      await outbox.put(items.slice(1, 3), { join });
      const contents = (await list()).map(({ id, content }) => [id, content]);
      expect(contents).toEqual([
        ['item-1', ['fact-1', 'fact-2', 'fact-4']],
        ['item-3', ['fact-3']],
      ]);
    });

    it('joins nothing to an item that is being sent', async () => {
      const { outbox, item, list } = fixture;
      const sending = Promise.withResolvers<null>();
      const answer = Promise.withResolvers<null>();
      fixture.start({
        send: (message) => {
          sending.resolve(null);
          return answer.promise.then(() => void fixture.sent.push(message));
        },
      });
      await outbox.put([item(1, { joinKey: 'ann' })], { join });
      await sending.promise;
      await outbox.put([item(2, { joinKey: 'ann', due: fixture.now() + 3_000 })], { join });
      expect((await list()).map(({ content }) => content)).toEqual([['fact-1'], ['fact-2']]);
      answer.resolve(null);
      await expect.poll(async () => (await list()).length, { interval: 5 }).toBe(1);
      expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1'] }]);
    });

    it('retries with growing pauses, and gives up after the last', async () => {
      const { outbox, item, find, now, advance } = fixture;
      let attempts = 0;
      fixture.start({
        send: () => {
          attempts += 1;
          return Promise.reject(new Error(`No ${attempts}`));
        },
      });
      await outbox.put([item(1)]);
      for (const [failed, pauseMs] of [1_000, 2_000].entries()) {
        await expect.poll(async () => (await find('item-1'))?.attempts, { interval: 5 }).toBe(failed + 1);
        const waiting = await find('item-1');
        expect(waiting).toMatchObject({ state: 'waiting', error: `Error: No ${failed + 1}` });
        const waitMs = (waiting?.due ?? 0) - now();
        expect(waitMs).toBeGreaterThanOrEqual(pauseMs);
        expect(waitMs).toBeLessThanOrEqual(1.2 * pauseMs);
        advance(waitMs);
      }
      await expect.poll(async () => (await find('item-1'))?.state, { interval: 5 }).toBe('dead');
      expect(await find('item-1')).toMatchObject({ attempts: 3, error: 'Error: No 3', due: now() });
      expect([await countUnsentItems(fixture.documents, 'mail'), await countDeadItems(fixture.documents)]).toEqual([
        0, 1,
      ]);
    });

    it('does not send an item that another fact has joined before that fact may be sent', async () => {
      const { outbox, item, sent } = fixture;
      const reached = Promise.withResolvers<null>();
      const answer = Promise.withResolvers<null>();
      fixture.setCheckpoint(toPosition(2));
      await outbox.put([item(1), item(2, { joinKey: 'ann' }), item(4, { position: toPosition(2) })], { join });
      fixture.start({
        concurrency: 1,
        send: async (message) => {
          reached.resolve(null);
          await answer.promise;
          sent.push(message);
        },
      });
      await reached.promise;
      await outbox.put([item(3, { joinKey: 'ann' })], { join });
      answer.resolve(null);
      await expect.poll(() => sent.map(({ id }) => id), { interval: 5 }).toEqual(['item-1', 'item-4']);
      fixture.setCheckpoint(toPosition(3));
      await fixture.waitUntilEmpty();
      expect(sent.at(-1)).toEqual({ id: 'item-2', content: ['fact-2', 'fact-3'] });
    });

    it('The outbox drops items that are unwanted, outdated, or cannot be delivered', async () => {
      const { outbox, item, waitUntilEmpty } = fixture;
      await outbox.put([item(1)]);
      fixture.advance(60_000);
      fixture.start({
        ttlMs: 60_000,
        render: ({ id, content }) => Promise.resolve(id === 'item-2' ? null : { id, content }),
        send: () => Promise.reject(new Error('Unsubscribed')),
        classifyFailure: () => ({ kind: 'gone' }),
      });
      await outbox.put([item(2), item(3)]);
      await waitUntilEmpty();
      expect(fixture.sent).toEqual([]);
    });

    it('holds an item that must wait, and joins others to it without sending it sooner', async () => {
      const { outbox, item, find, now } = fixture;
      const morning = now() + 3_600_000;
      fixture.start({
        render: ({ id, content }) => Promise.resolve(now() < morning ? { notBefore: morning } : { id, content }),
      });
      await outbox.put([item(1, { joinKey: 'ann', latestDue: now() })], { join });
      await expect.poll(async () => (await find('item-1'))?.due, { interval: 5 }).toBe(morning);
      await outbox.put([item(2, { joinKey: 'ann' })], { join });
      fixture.advance(3_600_000);
      await fixture.waitUntilEmpty();
      expect(fixture.sent).toEqual([{ id: 'item-1', content: ['fact-1', 'fact-2'] }]);
    });

    it('treats an item that cannot be rendered as one that failed', async () => {
      const { outbox, item, find } = fixture;
      fixture.start({
        render: ({ id, content }) =>
          id === 'item-1' ? Promise.reject(new Error('Template')) : Promise.resolve({ id, content }),
      });
      await outbox.put([item(1), item(2)]);
      await expect.poll(async () => (await find('item-1'))?.attempts, { interval: 5 }).toBe(1);
      await expect.poll(() => fixture.sent.map(({ id }) => id), { interval: 5 }).toEqual(['item-2']);
    });
  });
}
