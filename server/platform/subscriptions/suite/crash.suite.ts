import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { FailedEventInput } from '../failed-events.ts';
import type { LogFeed, LogFeedDeps } from '../log-feed.ts';
import { appendEvents, startTestFeed } from '../testing/feed-fixture.ts';
import type { OpenStore } from './log-feed.suite.ts';

/** What is left of a process that ended between any two steps. */
export function describeCrashes(open: OpenStore) {
  let store: EventStore;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await open());
  });
  afterEach(() => close());
  const start = (options: Partial<LogFeedDeps>) => startTestFeed(store, options);

  it('A subscription loses and repeats no effect, whichever step of a process is its last', async () => {
    const ids = await appendEvents(store, 3);
    const [poison = ''] = await appendEvents(store, 1, 'Poison');
    ids.push(...(await appendEvents(store, 2)));
    for (let lastStep = 0, isComplete = false; !isComplete; lastStep += 1) {
      const disk = { effects: new Map<string, number>(), position: startPosition, failed: new Set<string>() };
      const first = runUntilCrash(start, disk, lastStep);
      await first.ended;
      isComplete = first.isComplete();
      await runUntilCrash(start, disk, Number.POSITIVE_INFINITY).ended;
      expect([...disk.effects.keys()]).toEqual(ids);
      expect([...disk.failed]).toEqual([poison]);
      expect(disk.position).toBe(await store.head());
    }
  });
}

type Disk = { effects: Map<string, number>; position: typeof startPosition; failed: Set<string> };

/** A process that dies after `lastStep` steps: nothing that it does afterwards reaches the disk. */
function runUntilCrash(start: (options: Partial<LogFeedDeps>) => LogFeed, disk: Disk, lastStep: number) {
  const died = Promise.withResolvers<undefined>();
  let left = lastStep;
  const step = (work: () => void = () => undefined): Promise<void> => {
    left -= 1;
    if (left < 0) {
      died.resolve(undefined);
      return Promise.reject(new StoreUnavailable('The process was killed'));
    }
    work();
    return Promise.resolve();
  };
  const setAside = async ({ event }: FailedEventInput) => {
    const { id } = event as StoredEvent; // the feed sets whole events aside
    await step(() => disk.failed.add(id));
    await step();
  };
  const feed = start({ setAside });
  const running = feed.run({
    name: 'crashing',
    handle: async (events) => {
      await step();
      if (events.some(({ type }) => type === 'Poison')) throw new Error('too much for me');
      for (const { id, position } of events) await step(() => disk.effects.set(id, position));
      await step();
    },
    checkpoint: {
      load: () => step().then(() => disk.position),
      save: async (position) => {
        await step(() => (disk.position = position));
        await step();
      },
      intervalMs: 0,
    },
  });
  const ended = Promise.race([running.ready, died.promise]).then(() => feed.stop());
  return { ended, isComplete: () => left >= 0 };
}
