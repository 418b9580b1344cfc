import { beforeEach, describe, expect, it } from 'vitest';
import { listIds, type OpenedStore, createCountedEvents } from '../testing/suite-fixtures.ts';
import { type EventStore, noStream, type StoredEvent } from '../port.ts';

/** Subscriptions to the log. */
export function describeSubscriptions(opened: () => OpenedStore) {
  let store: EventStore;
  let stream: string;
  let append: OpenedStore['append'];
  beforeEach(() => {
    ({ store, stream, append } = opened());
  });

  describe('a subscription', () => {
    const collect = () => {
      const batches: StoredEvent[][] = [];
      const ids = () => listIds(batches.flat());
      return {
        batches,
        ids,
        take: async (events: StoredEvent[]) => void batches.push(await Promise.resolve(events)),
      };
    };

    it('A subscription delivers existing and then new events, in order, once', async () => {
      const after = await store.head();
      const events = createCountedEvents(1_210);
      const { batches, ids, take } = collect();
      await append(events.slice(0, 1_200), noStream);
      const { stop } = store.subscribe(after, take);
      for (let n = 1_200; n < 1_210; n += 1) await append(events.slice(n, n + 1), n - 1);

      await expect.poll(() => ids().length).toBe(1_210);
      expect(ids()).toEqual(listIds(events));
      expect(batches.every(({ length }) => length >= 1 && length <= 500)).toBe(true);
      expect(batches[0]?.[0]).toEqual((await store.read(stream)).events[0]);
      await stop();
    });

    it('A subscription begins after its position', async () => {
      await append(createCountedEvents(3), noStream);
      const [, second, third] = (await store.read(stream)).events;
      const { ids, take } = collect();
      const { stop } = store.subscribe(second?.position ?? (await store.head()), take);
      await expect.poll(ids).toEqual([third?.id]);
      await stop();
    });

    it('A subscription delivers a batch again until it was handled, and skips nothing', async () => {
      const after = await store.head();
      const events = createCountedEvents(3);
      await append(events, noStream);
      const seen: string[][] = [];
      const handled: string[] = [];
      const { stop } = store.subscribe(after, (batch) => {
        seen.push(listIds(batch));
        if (seen.length < 3) return Promise.reject(new Error('not now'));
        handled.push(...listIds(batch));
        return Promise.resolve();
      });
      await expect.poll(() => handled.length).toBe(3);
      expect(handled).toEqual(listIds(events));
      expect(seen.slice(0, 3).every(([first]) => first === events[0]?.id)).toBe(true);
      await stop();
    });

    it('A subscription delivers one batch at a time, and stops when the current one was handled', async () => {
      const after = await store.head();
      const inHand = Promise.withResolvers<null>();
      const begun = Promise.withResolvers<null>();
      let handled = 0;
      const { stop } = store.subscribe(after, async () => {
        begun.resolve(null);
        await inHand.promise;
        handled += 1;
      });
      await append(createCountedEvents(1), noStream);
      await begun.promise;
      await append(createCountedEvents(1), 0);
      const stopped = stop().then(() => handled);
      inHand.resolve(null);
      expect(await stopped).toBe(1);
      await append(createCountedEvents(1), 1);
      expect(handled).toBe(1);
    });

    it('A subscription stops while it waits for events, or between two tries', async () => {
      const { stop: idle } = store.subscribe(await store.head(), () => Promise.resolve());
      await idle();
      const tried = Promise.withResolvers<null>();
      const failing = store.subscribe(await store.head(), () => {
        tried.resolve(null);
        return Promise.reject(new Error('never'));
      });
      await append(createCountedEvents(1), noStream);
      await tried.promise;
      await failing.stop();
    });

    it('A subscription lets its handler append', async () => {
      const { stop } = store.subscribe(await store.head(), async (events) => {
        for (const { revision, stream: of } of events)
          if (of === stream && revision < 5) await append(createCountedEvents(1), revision);
      });
      await append(createCountedEvents(1), noStream);
      await expect.poll(async () => (await store.read(stream)).revision).toBe(5);
      await stop();
    });

    it('A subscription shares the log with other subscriptions, each at its own pace', async () => {
      const after = await store.head();
      const slow = Promise.withResolvers<null>();
      const first = collect();
      const second = collect();
      const subscriptions = [
        store.subscribe(after, (events) => slow.promise.then(() => first.take(events))),
        store.subscribe(after, second.take),
      ];
      const events = createCountedEvents(4);
      await append(events, noStream);
      await expect.poll(second.ids).toEqual(listIds(events));
      expect(first.ids()).toEqual([]);
      slow.resolve(null);
      await expect.poll(first.ids).toEqual(listIds(events));
      await Promise.all(subscriptions.map(({ stop }) => stop()));
    });
  });
}
