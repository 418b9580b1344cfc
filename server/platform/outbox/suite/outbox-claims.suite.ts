import { describe, expect, it } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import { createClaims } from '../claims.ts';
import { createOutbox } from '../outbox.ts';
import { interceptWrites, setUpOutbox } from './outbox-fixture.ts';

const pollOptions = { interval: 5 };

/** Several senders at one outbox, of which one was paused. */
export function describeOutboxClaims(name: string, open: () => Promise<Documents>) {
  describe(`${name} as an outbox of several senders`, () => {
    const fixture = setUpOutbox(open);

    const createItem = () => [fixture.item(1)];
    const waitUntilEmpty = () => expect.poll(() => fixture.documents.count('outbox'), pollOptions).toBe(0);

    it('does not send what another sender has claimed since it was read', async () => {
      const held = Promise.withResolvers<null>();
      const resumed = Promise.withResolvers<null>();
      let isStarted = false;
      const stores = interceptWrites(fixture.documents, async (work) => {
        if (isStarted) {
          held.resolve(null);
          await resumed.promise;
        }
        return work();
      });
      const sentBySlow: unknown[] = [];
      const slow = fixture.start({ send: (message) => Promise.resolve(void sentBySlow.push(message)) }, stores);
      isStarted = true;
      await fixture.outbox.put(createItem());
      await held.promise;
      const answer = Promise.withResolvers<null>();
      const reached = Promise.withResolvers<null>();
      fixture.start({
        send: async (message) => {
          fixture.sent.push(message);
          reached.resolve(null);
          await answer.promise;
        },
      });
      await reached.promise;
      resumed.resolve(null);
      await slow.stop();
      answer.resolve(null);
      await waitUntilEmpty();
      expect([fixture.sent.length, sentBySlow.length]).toEqual([1, 0]);
    });

    it('puts items back that their process has let go or whose process is gone, and no others', async () => {
      const { find, documents, createProcess } = fixture;
      const clock = () => new Date(fixture.now());
      const open = () => {
        const { presence, endPresence } = createProcess();
        return { ...createClaims({ documents, clock, presence }), endPresence };
      };
      const listStates = async () => [(await find('item-1'))?.state, (await find('item-2'))?.state];
      await fixture.outbox.put([fixture.item(1), fixture.item(2)]);
      const claims = open();
      const other = open();
      for (const item of await fixture.list()) await claims.claim(item);
      expect(await claims.release((id) => id === 'item-1')).toBe(1);
      expect(await other.release(() => false)).toBe(0);
      expect(await listStates()).toEqual(['sending', 'waiting']);
      claims.endPresence();
      expect(await other.release(() => false)).toBe(1);
      expect(await listStates()).toEqual(['waiting', 'waiting']);
    });

    it('does not put again what another put and a sender has claimed since it was read', async () => {
      let isFirst = true;
      const answer = Promise.withResolvers<null>();
      const reached = Promise.withResolvers<null>();
      const stores = interceptWrites(fixture.documents, async (work) => {
        if (isFirst) {
          isFirst = false;
          await fixture.outbox.put(createItem());
          await reached.promise;
        }
        return work();
      });
      fixture.start({
        send: async (message) => {
          fixture.sent.push(message);
          reached.resolve(null);
          await answer.promise;
        },
      });
      const late = createOutbox({ documents: stores, clock: () => new Date(fixture.now()) });
      await late.put([fixture.item(1), fixture.item(2)]);
      expect((await fixture.find('item-1'))?.state).toBe('sending');
      answer.resolve(null);
      await waitUntilEmpty();
      expect(fixture.sent.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    });

    it.each([2, 4])(`${name} as an outbox of %s senders sends each item once, by all of them`, async (count) => {
      const { outbox, item, start } = fixture;
      const items = Array.from({ length: 60 * count }, (_, n) => item(n + 1));
      await outbox.put(items);
      const sentBy = Array.from({ length: count }, (): string[] => []);
      // Each goes on only when all have sent as many as it has.
      const others = (own: string[]) => sentBy.every((sent) => sent.length >= Math.min(own.length, 10));
      for (const sent of sentBy) {
        start({
          send: async (message) => {
            sent.push(message.id);
            await expect.poll(() => others(sent), pollOptions).toBe(true);
          },
        });
      }
      await waitUntilEmpty();
      expect(sentBy.flat().toSorted()).toEqual(items.map(({ id }) => id).toSorted());
      expect(Math.min(...sentBy.map(({ length }) => length))).toBeGreaterThanOrEqual(10);
    });

    it('sends what a sender that was killed had begun once more, and all else once', async () => {
      const { outbox, item, start, sent } = fixture;
      await outbox.put(Array.from({ length: 40 }, (_, n) => item(n + 1)));
      const begun: string[] = [];
      const reached = Promise.withResolvers<null>();
      const mortal = start({
        send: (message) => {
          begun.push(message.id);
          if (begun.length === 4) reached.resolve(null);
          return new Promise(() => undefined);
        },
      });
      await reached.promise;
      start();
      await expect.poll(() => sent.length, pollOptions).toBe(36);
      expect(sent.filter(({ id }) => begun.includes(id))).toEqual([]);
      mortal.endPresence();
      await waitUntilEmpty();
      const again = sent.slice(36).map(({ id }) => id);
      expect(again.toSorted()).toEqual(begun.toSorted());
      expect(new Set(sent.map(({ id }) => id)).size).toBe(40);
    });

    it('joins what another changed in between to what it became, and loses nothing', async () => {
      const put = async (n: number, stores: Documents) => {
        const outbox = createOutbox({ documents: stores, clock: () => new Date(fixture.now()) });
        const join = (first: string[], next: string[]) => [...first, ...next];
        await outbox.put([fixture.item(n, { joinKey: 'ann' })], { join });
      };
      await put(1, fixture.documents);
      let isFirst = true;
      const stores = interceptWrites(fixture.documents, async (work) => {
        if (isFirst) {
          isFirst = false;
          await put(2, fixture.documents);
        }
        return work();
      });
      await put(3, stores);
      expect((await fixture.list()).map(({ content }) => content)).toEqual([['fact-1', 'fact-2', 'fact-3']]);
    });

    it.each(['deadline', 'presence'])(
      'does not send what another took while the process was paused, by its %s',
      async (sign) => {
        const claimed = Promise.withResolvers<null>();
        const resumed = Promise.withResolvers<null>();
        const stores = interceptWrites(fixture.documents, async (work) => {
          const result = await work();
          if (await isBeingSent()) {
            claimed.resolve(null);
            await resumed.promise;
          }
          return result;
        });
        const isBeingSent = async () => (await fixture.find('item-1'))?.state === 'sending';
        await fixture.outbox.put(createItem());
        const sentByPaused: unknown[] = [];
        const paused = fixture.start({ send: (message) => Promise.resolve(void sentByPaused.push(message)) }, stores);
        await claimed.promise;
        if (sign === 'deadline') fixture.advance(120_000);
        else paused.endPresence();
        fixture.start();
        await waitUntilEmpty();
        resumed.resolve(null);
        await paused.stop();
        expect([fixture.sent.length, sentByPaused.length]).toEqual([1, 0]);
      },
    );

    it('does not send what is claimed only when its sender has given up waiting', async () => {
      const claimed = Promise.withResolvers<null>();
      const resumed = Promise.withResolvers<null>();
      const stores = interceptWrites(fixture.documents, async (work) => {
        const result = await work();
        claimed.resolve(null);
        await resumed.promise;
        return result;
      });
      await fixture.outbox.put(createItem());
      const sentByStopped: unknown[] = [];
      const stopped = fixture.start({ send: (message) => Promise.resolve(void sentByStopped.push(message)) }, stores);
      await claimed.promise;
      await stopped.stopSending();
      resumed.resolve(null);
      // Its attempt goes on while its presence still counts as confirmed.
      await yieldToEventLoop();
      stopped.endPresence();
      fixture.start();
      await waitUntilEmpty();
      expect([fixture.sent.length, sentByStopped.length]).toEqual([1, 0]);
    });

    it('does not let a paused process settle what another took', async () => {
      const { find, outbox, sent } = fixture;
      const answer = Promise.withResolvers<null>();
      const reached = Promise.withResolvers<null>();
      await outbox.put(createItem());
      const slow = fixture.start({
        send: () => {
          reached.resolve(null);
          return answer.promise.then(() => undefined);
        },
      });
      await reached.promise;
      const findOwner = async () => (await find('item-1'))?.claim?.owner;
      const first = await findOwner();
      fixture.advance(120_000);
      const secondAnswer = Promise.withResolvers<null>();
      fixture.start({ send: (message) => secondAnswer.promise.then(() => void sent.push(message)) });
      await expect.poll(async () => ![first, undefined].includes(await findOwner()), pollOptions).toBe(true);
      const second = await find('item-1');
      answer.resolve(null);
      await slow.stop();
      expect(await find('item-1')).toEqual(second);
      secondAnswer.resolve(null);
      await waitUntilEmpty();
      expect(sent).toHaveLength(1);
    });
  });
}
