import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import { noStream } from '#server/platform/event-store/port.ts';
import { createCountedEvents, metadata } from '#server/platform/event-store/testing/suite-fixtures.ts';
import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { openProjectorFixture, createTallyProjection } from './testing/projector-fixture.ts';
import { measureLag, trackProjections, type ProjectionTracker } from './projection-progress.ts';

const projections = [createTallyProjection(), createTallyProjection({ view: 'others' })];
const watches: ProjectionTracker[] = [];
afterEach(async () => {
  for (const { stop } of watches.splice(0)) await stop();
});

type Files = ReturnType<typeof openProjectorFixture>;

/** The views as seen by a process without a projector; `ask` may fail or wait before it reads the store. */
function watching({ events, views }: Files, ask: () => Promise<void> = () => Promise.resolve()) {
  let looks = 0;
  const checkpoints = async () => {
    looks += 1;
    await ask();
    return views.checkpoints();
  };
  const watch = trackProjections(true, createProgressTracker(), {
    events,
    views: { checkpoints, live: views.live },
    projections,
  });
  watches.push(watch);
  return { ...watch, looks: () => looks };
}
const keeping = ({ project }: Files) => project({ projections });

describe('a process without a projector', () => {
  it('A process without a projector is ready when another has built the views, and knows their progress', async () => {
    const files = openProjectorFixture();
    const position = await files.hear('a');
    const watch = watching(files);
    const projector = keeping(files);
    await watch.ready;
    expect(watch.position()).toBe(position);
    expect(await watch.measureLag()).toEqual({ position, head: position, events: 0, secondsBehind: 0 });
    await projector.stop();
  });

  it('A process without a projector waits until another has applied a position to every view', async () => {
    const files = openProjectorFixture();
    const projector = keeping(files);
    const watch = watching(files);
    const over = new AbortController();
    // While the first views are built, nothing waits for those that are absent.
    await watch.ready;
    await watch.waitUntilApplied(await files.hear('a'), over.signal);
    expect(await files.heard('others')).toEqual({ a: 1 });
    await projector.stop();

    const later = await files.hear('a');
    const reached = watch.waitUntilApplied(later, over.signal);
    const again = keeping(files);
    await reached;
    expect(await files.heard()).toEqual({ a: 2 });
    await again.stop();
  });

  it('A process without a projector polls the store once for all waiting readers', async () => {
    const files = openProjectorFixture();
    const projector = keeping(files);
    const watch = watching(files);
    await watch.ready;
    const before = watch.looks();
    const position = await files.hear('a');
    await Promise.all(Array.from({ length: 500 }, () => watch.waitForProjections(position)));
    expect(watch.looks() - before).toBeLessThan(100);
    await projector.stop();
  });

  it('A process without a projector waits for a limited time only, and ends at once at a shutdown', async () => {
    const files = openProjectorFixture();
    const watch = watching(files);
    await watch.waitForProjections(7 as Position);
    expect(watch.position()).toBe(startPosition);
    const over = new AbortController();
    const reached = watch.waitUntilApplied(7 as Position, over.signal);
    over.abort();
    await reached;
  });

  it('A reader waits for the newest events, for a limited time, and not while the log cannot be read', async () => {
    const files = openProjectorFixture();
    const projector = keeping(files);
    const watch = watching(files);
    await watch.ready;
    await files.hear('a');
    await expect.poll(() => watch.waitForHead().then(() => files.heard('others'))).toEqual({ a: 1 });
    await projector.stop();

    await files.hear('a');
    await watch.waitForHead(1);
    const away = { ...files.events, head: () => Promise.reject(new StoreUnavailable('gone')) };
    await watching({ ...files, events: away }).waitForHead();
    expect(await files.heard('others')).toEqual({ a: 1 });
  });

  it('A process without a projector continues when the store was unavailable', async () => {
    const files = openProjectorFixture();
    let isAway = true;
    const watch = watching(files, () => (isAway ? Promise.reject(new StoreUnavailable('gone')) : Promise.resolve()));
    const projector = keeping(files);
    await projector.ready;
    await expect(watch.measureLag()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(watch.version()).rejects.toBeInstanceOf(StoreUnavailable);
    isAway = false;
    await watch.ready;
    await projector.stop();
  });
});

describe('the stamp of the views', () => {
  it('The version of the views stays the same while the views are unchanged, and changes as soon as they do', async () => {
    const files = openProjectorFixture();
    const projector = keeping(files);
    await projector.ready;
    const watch = watching(files);
    const before = await watch.version();
    expect(await watch.version()).toBe(before);
    await projector.waitForProjections(await files.hear('a'));
    expect(await watch.version()).not.toBe(before);
    await projector.stop();
  });

  it('The version of the views is never older than its request', async () => {
    const files = openProjectorFixture();
    const projector = keeping(files);
    await projector.ready;
    let gate: Promise<void> = Promise.resolve();
    const watch = watching(files, () => gate);
    await watch.ready;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gate = promise;
    const first = watch.version();
    await projector.waitForProjections(await files.hear('a'));
    const [second, third] = [watch.version(), watch.version()];
    resolve(undefined);
    gate = Promise.resolve();
    await first;
    expect(await second).toBe(await watch.version());
    expect(await third).toBe(await second);
    await projector.stop();
  });
});

it.each([3, 1_200])(
  'The lag of %d events in EventStoreDB, whose positions count bytes, is measured in events',
  async (count) => {
    const double = await startFakeEventStoreDb();
    const store = openEventStoreDb(double.url);
    try {
      await store.append(`thing-${randomUUID()}`, createCountedEvents(count), noStream, metadata);
      const { events, head, position } = await measureLag(store, startPosition);
      expect(head - position).toBeGreaterThan(count * 10);
      expect(Math.abs(events - count)).toBeLessThanOrEqual(count / 10);
      expect((await measureLag(store, head)).events).toBe(0);
    } finally {
      await store.close();
      await double.close();
    }
  },
);
