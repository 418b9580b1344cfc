import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { LogFeed } from './log-feed.ts';
import { appendEvents, createRecorder, startTestFeed } from './testing/feed-fixture.ts';

let store: EventStore;
let feed: LogFeed;
/** What a subscriber that collects events waits for. */
let collected: PromiseWithResolvers<undefined>;
beforeEach(() => {
  store = openTemporaryLog();
  collected = Promise.withResolvers();
  feed = startTestFeed(store, { pause: () => collected.promise });
});
afterEach(() => {
  collected.resolve(undefined);
  return feed.stop();
});

describe('a subscription that collects events', () => {
  it('A subscription that collects events gets those of several appends together', async () => {
    const sizes: number[] = [];
    const handle = (events: unknown[]) => Promise.resolve(void sizes.push(events.length));
    const { subscriber } = createRecorder({ collectMs: 1, handle });
    const other = createRecorder({ name: 'other' });
    await Promise.all([feed.run(subscriber).ready, feed.run(other.subscriber).ready]);
    const ids = [...(await appendEvents(store, 1)), ...(await appendEvents(store, 1))];
    await expect.poll(() => other.ids).toEqual(ids);
    collected.resolve(undefined);
    await expect.poll(() => sizes).toEqual([2]);
  });

  it('A subscription that collects events also collects those that arrive while others are handled', async () => {
    const gate = Promise.withResolvers<undefined>();
    collected.resolve(undefined);
    const sizes: number[] = [];
    const handle = (events: unknown[]) => {
      sizes.push(events.length);
      return gate.promise;
    };
    const { subscriber } = createRecorder({ collectMs: 1, handle });
    const other = createRecorder({ name: 'other' });
    await Promise.all([feed.run(subscriber).ready, feed.run(other.subscriber).ready]);
    const first = await appendEvents(store, 1);
    await expect.poll(() => sizes).toEqual([1]);
    collected = Promise.withResolvers();
    const second = await appendEvents(store, 1);
    await expect.poll(() => other.ids).toEqual([...first, ...second]);
    gate.resolve(undefined);
    const third = await appendEvents(store, 1);
    await expect.poll(() => other.ids).toEqual([...first, ...second, ...third]);
    collected.resolve(undefined);
    await expect.poll(() => sizes).toEqual([1, 2]);
  });
});
