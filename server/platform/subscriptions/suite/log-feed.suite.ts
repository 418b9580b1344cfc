import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { Fenced, StoreUnavailable } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { LogFeed } from '../log-feed.ts';
import { appendEvents, createRecorder, startTestFeed } from '../testing/feed-fixture.ts';

export type OpenStore = () => Promise<{ store: EventStore; close: () => Promise<void> }>;

/** What the runtime promises on every event store. */
export function describeLogFeed(open: OpenStore) {
  let store: EventStore;
  let close: () => Promise<void>;
  let feeds: LogFeed[];
  beforeEach(async () => {
    ({ store, close } = await open());
    feeds = [];
  });
  afterEach(async () => {
    for (const feed of feeds) await feed.stop();
    await close();
  });
  const start = (options: Parameters<typeof startTestFeed>[1] = {}) => {
    const feed = startTestFeed(store, options);
    feeds.push(feed);
    return feed;
  };

  describe('the feed of a process', () => {
    it('The feed of a process delivers past and new events to each subscriber, in order and once', async () => {
      const past = await appendEvents(store, 30);
      const [one, other] = [createRecorder(), createRecorder({ name: 'other' })];
      const feed = start();
      await Promise.all([feed.run(one.subscriber).ready, feed.run(other.subscriber).ready]);
      const later = await appendEvents(store, 20);
      await expect.poll(() => one.ids.length).toBe(50);
      await expect.poll(() => other.ids.length).toBe(50);
      expect(one.ids).toEqual([...past, ...later]);
      expect(other.ids).toEqual(one.ids);
    });

    it('The feed of a process subscribes to the log once for all its subscribers', async () => {
      let subscriptions = 0;
      const encryptedEvents: EventStore = {
        ...store,
        subscribe: (...given) => {
          subscriptions += 1;
          return store.subscribe(...given);
        },
      };
      const feed = start({ encryptedEvents });
      const recorders = Array.from({ length: 5 }, (_, n) => createRecorder({ name: `subscriber ${n}` }));
      for (const { subscriber } of recorders) feed.run(subscriber);
      const ids = await appendEvents(store, 3);
      for (const recorder of recorders) await expect.poll(() => recorder.ids).toEqual(ids);
      expect(subscriptions).toBe(1);
    });

    it('The feed of a process decrypts an event once for all its readers, and never for those that read it encrypted', async () => {
      let decrypted = 0;
      const feed = start({
        decrypt: (events) => {
          decrypted += events.length;
          return Promise.resolve(events.map((event) => ({ ...event, data: 'decrypted' })));
        },
      });
      const seen: unknown[] = [];
      const plain = createRecorder();
      const raw = createRecorder({
        name: 'raw',
        reads: 'encrypted',
        handle: (events) => Promise.resolve(void seen.push(...events.map(({ data }) => data))),
      });
      const second = createRecorder({ name: 'second' });
      const running = [plain, raw, second].map(({ subscriber }) => feed.run(subscriber));
      await Promise.all(running.map(({ ready }) => ready));
      await appendEvents(store, 4);
      await expect.poll(() => [plain.ids.length, second.ids.length, seen.length]).toEqual([4, 4, 4]);
      expect(decrypted).toBe(4);
      expect(seen).toEqual([{}, {}, {}, {}]);
    });

    it('The feed of a process does not let a slow subscriber delay another, nor memory grow with what it has missed', async () => {
      const gate = Promise.withResolvers<undefined>();
      const slow = createRecorder({ name: 'slow' });
      const { handle } = slow.subscriber;
      const fast = createRecorder({ name: 'fast' });
      const feed = start({ maxBufferedEvents: 10 });
      const waiting = {
        ...slow.subscriber,
        handle: (...given: Parameters<typeof handle>) => gate.promise.then(() => handle(...given)),
      };
      await Promise.all([feed.run(waiting).ready, feed.run(fast.subscriber).ready]);
      const ids = await appendEvents(store, 60);
      await expect.poll(() => fast.ids).toEqual(ids);
      expect(slow.ids).toEqual([]);
      gate.resolve(undefined);
      await expect.poll(() => slow.ids).toEqual(ids);
    });

    it('The feed of a process hands a subscriber the types that it handles, and moves its checkpoint past all others', async () => {
      const recorder = createRecorder({ handles: ['Wanted'] });
      const running = start().run(recorder.subscriber);
      await running.ready;
      await appendEvents(store, 2);
      const wanted = await appendEvents(store, 1, 'Wanted');
      await appendEvents(store, 2);
      const head = await store.head();
      await expect.poll(running.position).toBe(head);
      expect(recorder.ids).toEqual(wanted);
      await running.stop();
      expect(recorder.saved.position).toBe(head);
    });

    it('The feed of a process reports how far each subscription is behind', async () => {
      const gate = Promise.withResolvers<undefined>();
      const recorder = createRecorder({ handle: () => gate.promise });
      const feed = start();
      const running = feed.run(recorder.subscriber);
      await running.ready;
      expect(running.lag()).toEqual({ events: 0, seconds: 0 });
      await appendEvents(store, 3);
      await expect.poll(() => running.lag().events).toBe(3);
      expect(feed.list().map(({ name }) => name)).toEqual(['recorder']);
      gate.resolve(undefined);
      await expect.poll(() => running.lag().events).toBe(0);
      await running.stop();
      expect([running.state(), feed.list()]).toEqual(['stopped', []]);
    });
  });

  describe('a subscription', () => {
    it('A subscription is ready when it has handled what was in the log at its start', async () => {
      const ids = await appendEvents(store, 3);
      const recorder = createRecorder();
      await start().run(recorder.subscriber).ready;
      expect(recorder.ids).toEqual(ids);
    });

    it('A subscription continues at its checkpoint', async () => {
      const first = await appendEvents(store, 3);
      const recorder = createRecorder();
      const running = start().run(recorder.subscriber);
      await running.ready;
      await running.stop();
      const second = await appendEvents(store, 2);
      await start().run(recorder.subscriber).ready;
      expect(recorder.ids).toEqual([...first, ...second]);
    });

    it('A subscription sets an event aside that fails three times, and handles those around it', async () => {
      let tries = 0;
      const recorder = createRecorder();
      const { handle } = recorder.subscriber;
      const subscriber = {
        ...recorder.subscriber,
        handle: async (...given: Parameters<typeof handle>) => {
          const [events] = given;
          if (events.some(({ type }) => type === 'Poison')) {
            if (events.length === 1) tries += 1;
            throw new Error('too much for me');
          }
          await handle(...given);
        },
      };
      const before = await appendEvents(store, 2);
      const poison = await appendEvents(store, 1, 'Poison');
      const after = await appendEvents(store, 2);
      const failed: string[] = [];
      await start({ failed }).run(subscriber).ready;
      expect(recorder.ids).toEqual([...before, ...after]);
      expect(failed).toEqual(poison);
      expect(tries).toBe(3);
    });

    it('A subscription sets nothing aside while a store is unavailable, nor where it must not', async () => {
      const failures = [new StoreUnavailable('away'), new StoreUnavailable('away'), new StoreUnavailable('away')];
      const others = [new Error('odd'), new Error('odd'), new Error('odd'), new Error('odd')];
      const failing = (errors: Error[], { subscriber }: ReturnType<typeof createRecorder>) => ({
        ...subscriber,
        handle: (...given: Parameters<typeof subscriber.handle>) => {
          const error = errors.shift();
          return error ? Promise.reject(error) : subscriber.handle(...given);
        },
      });
      const [patient, strict] = [createRecorder(), createRecorder({ name: 'strict', onFailedEvent: 'stop' })];
      const ids = await appendEvents(store, 2);
      const failed: string[] = [];
      const feed = start({ failed });
      await Promise.all([feed.run(failing(failures, patient)).ready, feed.run(failing(others, strict)).ready]);
      expect([patient.ids, failed, strict.ids]).toEqual([ids, [], ids]);
    });

    it('A subscription stops permanently when another process has taken over, and says so', async () => {
      const fenced = Promise.withResolvers<undefined>();
      const recorder = createRecorder({
        handle: () => Promise.reject(new Fenced({ name: 'lease', token: 1 })),
        onFenced: () => fenced.resolve(undefined),
      });
      const running = start().run(recorder.subscriber);
      await appendEvents(store, 1);
      await fenced.promise;
      await expect.poll(running.state).toBe('stopped');
      expect(recorder.saved.position).toBe(startPosition);
    });

    it('A subscription stops while it retries', async () => {
      const tried = Promise.withResolvers<undefined>();
      const recorder = createRecorder({
        handle: () => {
          tried.resolve(undefined);
          return Promise.reject(new StoreUnavailable('away'));
        },
      });
      const running = start().run(recorder.subscriber);
      await appendEvents(store, 1);
      await tried.promise;
      await running.stop();
      expect(running.state()).toBe('stopped');
    });

    it('A subscription finishes the batch under way when it stops, and saves its checkpoint', async () => {
      const [begun, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      const recorder = createRecorder({
        handle: () => {
          begun.resolve(undefined);
          return gate.promise;
        },
      });
      const running = start().run(recorder.subscriber);
      await appendEvents(store, 1);
      await begun.promise;
      const stopped = running.stop();
      gate.resolve(undefined);
      await stopped;
      expect(recorder.saved.position).toBe(await store.head());
    });
  });
}
