import { describe, expect, it } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { openClaims } from '../claims.ts';
import { createOutbox } from '../outbox.ts';
import { setUpOutbox, interceptWrites } from './outbox-fixture.ts';

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
      const slow = await fixture.start({ send: (message) => Promise.resolve(void sentBySlow.push(message)) }, stores);
      isStarted = true;
      await fixture.outbox.put(createItem());
      await held.promise;
      const answer = Promise.withResolvers<null>();
      const reached = Promise.withResolvers<null>();
      await fixture.start({
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

    it('puts items back whose sender has ended or lost them, but for those that are being sent', async () => {
      const { find, now } = fixture;
      const open = () => openClaims({ documents: fixture.documents, clock: () => new Date(now()) });
      const listStates = async () => [(await find('item-1'))?.state, (await find('item-2'))?.state];
      await fixture.outbox.put([fixture.item(1), fixture.item(2)]);
      const claims = await open();
      for (const item of await fixture.list()) await claims.claim(item);
      await claims.release('mail', (id) => id === 'item-1');
      expect(await listStates()).toEqual(['sending', 'waiting']);
      const next = await open();
      await claims.release('mail', () => true);
      await next.release('mail', () => false);
      expect(await listStates()).toEqual(['waiting', 'waiting']);
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

    it('does not send what another took while the process was paused', async () => {
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
      const paused = await fixture.start(
        { send: (message) => Promise.resolve(void sentByPaused.push(message)) },
        stores,
      );
      await claimed.promise;
      fixture.advance(120_000);
      await fixture.start();
      await waitUntilEmpty();
      resumed.resolve(null);
      await paused.stop();
      expect([fixture.sent.length, sentByPaused.length]).toEqual([1, 0]);
    });

    it('does not let a paused process settle what another took', async () => {
      const { find, outbox, sent } = fixture;
      const answer = Promise.withResolvers<null>();
      const reached = Promise.withResolvers<null>();
      await outbox.put(createItem());
      const slow = await fixture.start({
        send: () => {
          reached.resolve(null);
          return answer.promise.then(() => undefined);
        },
      });
      await reached.promise;
      fixture.advance(120_000);
      const secondAnswer = Promise.withResolvers<null>();
      await fixture.start({ send: (message) => secondAnswer.promise.then(() => void sent.push(message)) });
      await expect.poll(async () => (await find('item-1'))?.claim?.token, pollOptions).toBe(2);
      answer.resolve(null);
      await slow.stop();
      expect(await find('item-1')).toMatchObject({ state: 'sending', claim: { token: 2 } });
      secondAnswer.resolve(null);
      await waitUntilEmpty();
      expect(sent).toHaveLength(1);
    });
  });
}
