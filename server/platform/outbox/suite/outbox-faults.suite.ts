import { describe, expect, it } from 'vitest';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import { createOutboxFixture, setUpOutbox, interceptWrites, killAfter, type LastWrite } from './outbox-fixture.ts';

const join = (first: string[], next: string[]) => [...first, ...next];
const pollOptions = { interval: 5 };

/** How many items wait at once, and how many are sent through crashes. */
export type OutboxVolume = { waiting: number; crashed: number };

/** Crashes, and stores that refuse writes. */
export function describeOutboxFaults(name: string, open: () => Promise<Documents>, { waiting, crashed }: OutboxVolume) {
  describe(`${name} as an outbox under faults`, () => {
    const fixture = setUpOutbox(open);

    const createItems = (count: number) => Array.from({ length: count }, (_, n) => fixture.item(n + 1));
    const waitUntilEmpty = () => expect.poll(() => fixture.documents.count('outbox'), pollOptions).toBe(0);
    /** How often each message was sent. */
    const countSent = () => [...Map.groupBy(fixture.sent, ({ id }) => id).values()].map(({ length }) => length);

    /** A process that is killed at a write, unless all is sent by then. */
    const runUntilKilled = async (writes: number, lastWrite: LastWrite): Promise<boolean> => {
      const { stores, isDead } = killAfter(fixture.documents, writes, lastWrite);
      const sender = fixture.start({}, stores);
      const isOver = async () => isDead() || (await fixture.documents.count('outbox')) === 0;
      await expect.poll(isOver, pollOptions).toBe(true);
      await sender.stop();
      return isDead();
    };

    it.each<LastWrite>(['lost', 'unheard'])(
      'sends each item once, and at most once more after a crash at any write, the last one %s',
      async (lastWrite) => {
        let wasKilled = true;
        let writes = 0;
        for (; wasKilled; writes += 1) {
          fixture.sent.length = 0;
          await fixture.outbox.put(createItems(2));
          wasKilled = await runUntilKilled(writes, lastWrite);
          const sender = fixture.start();
          await waitUntilEmpty();
          await sender.stop();
          expect(countSent()).toHaveLength(2);
          expect(Math.max(...countSent())).toBeLessThanOrEqual(wasKilled ? 2 : 1);
        }
        expect(writes).toBeGreaterThan(4);
      },
    );

    it(`${name} as an outbox sends ${crashed} items once, and once more for each crash in their attempt, at every 97th write`, async () => {
      await fixture.outbox.put(createItems(crashed));
      const interrupted: string[] = [];
      let crashes = 0;
      while (await runUntilKilled(97, crashes % 2 === 0 ? 'lost' : 'unheard')) {
        crashes += 1;
        for (const { id, state } of await fixture.list()) if (state === 'sending') interrupted.push(id);
      }
      expect(crashes).toBeGreaterThan(crashed / 100);
      expect(countSent()).toHaveLength(crashed);
      for (const [id, sends] of Map.groupBy(fixture.sent, (message) => message.id))
        expect(sends.length).toBeLessThanOrEqual(1 + interrupted.filter((one) => one === id).length);
      expect(fixture.sent.length).toBeLessThanOrEqual(crashed + 4 * crashes);
    });

    it.each<LastWrite>(['lost', 'unheard'])(
      'has every fact once after a crash at any write of a put that is then repeated, the last one %s',
      async (lastWrite) => {
        const { outbox, item, list } = fixture;
        const facts = (count: number) =>
          Array.from({ length: count }, (_, n) => item(n + 1, { joinKey: n % 2 === 0 ? 'ann' : 'bob' }));
        for (let writes = 0; writes < 3; writes += 1) {
          await outbox.put(facts(2), { join });
          const { stores } = killAfter(fixture.documents, writes, lastWrite);
          const mortal = createOutboxFixture(stores).outbox;
          await mortal.put(facts(5), { join }).catch(() => undefined);
          await outbox.put(facts(6), { join });
          const stored = await list();
          expect(stored.map(({ content }) => content)).toEqual([
            ['fact-1', 'fact-3', 'fact-5'],
            ['fact-2', 'fact-4', 'fact-6'],
          ]);
          await fixture.documents.removeAll(
            'outbox',
            stored.map(({ id }) => id),
          );
        }
      },
    );

    it('sends nothing again, and nothing else, while what was accepted cannot be recorded', async () => {
      let isFull = false;
      let refused = 0;
      const stores = interceptWrites(fixture.documents, (work) => {
        if (!isFull) return work();
        refused += 1;
        return Promise.reject(new StoreUnavailable('The disk is full'));
      });
      await fixture.outbox.put(createItems(1));
      const sender = fixture.start(
        {
          send: (message) => {
            isFull = true;
            return Promise.resolve(void fixture.sent.push(message));
          },
        },
        stores,
      );
      await expect.poll(() => refused, pollOptions).toBeGreaterThan(1);
      await fixture.outbox.put(createItems(3));
      const before = refused;
      await expect.poll(() => refused, pollOptions).toBeGreaterThan(before + 1);
      expect(fixture.sent.map(({ id }) => id)).toEqual(['item-1']);
      const { sent } = fixture;
      await expect
        .poll(() => {
          isFull = false;
          return sent.length;
        }, pollOptions)
        .toBe(3);
      await waitUntilEmpty();
      await sender.stop();
      expect(countSent()).toEqual([1, 1, 1]);
    });

    it('sends nothing else while only the record of what was accepted is refused', async () => {
      const recording = Promise.withResolvers<null>();
      let looks = 0;
      const stores: Documents = {
        ...fixture.documents,
        list: async <D extends { id: string }>(...query: Parameters<Documents['list']>) => {
          looks += 1;
          return fixture.documents.list<D>(...query);
        },
        compareAndSet: async (space, ...change) => {
          if (change[1] === null) await recording.promise;
          return fixture.documents.compareAndSet(space, ...change);
        },
      };
      await fixture.outbox.put(createItems(1));
      fixture.start({}, stores);
      await expect.poll(() => fixture.sent.length, pollOptions).toBe(1);
      await fixture.outbox.put(createItems(3));
      const before = looks;
      await expect.poll(() => looks, pollOptions).toBeGreaterThan(before + 4);
      expect(fixture.sent).toHaveLength(1);
      recording.resolve(null);
      await waitUntilEmpty();
      expect(countSent()).toEqual([1, 1, 1]);
    });

    it(`${name} as an outbox reads few of ${waiting} waiting items at a time`, async () => {
      await fixture.outbox.put(createItems(waiting));
      let largestRead = 0;
      let largestLoad = 0;
      let loaded = 0;
      const stores: Documents = {
        ...fixture.documents,
        list: async <D extends { id: string }>(...given: Parameters<Documents['list']>) => {
          const page = await fixture.documents.list<D>(...given);
          largestRead = Math.max(largestRead, page.docs.length);
          return page;
        },
      };
      const sender = fixture.start(
        {
          render: ({ id, content }) => {
            loaded += 1;
            largestLoad = Math.max(largestLoad, loaded);
            return Promise.resolve({ id, content });
          },
          send: (message) => {
            loaded -= 1;
            return Promise.resolve(void fixture.sent.push(message));
          },
        },
        stores,
      );
      await expect.poll(() => fixture.sent.length, pollOptions).toBeGreaterThan(waiting / 50);
      await sender.stop();
      expect(largestRead).toBeLessThanOrEqual(100);
      expect(largestLoad).toBeLessThanOrEqual(4);
    });
  });
}
