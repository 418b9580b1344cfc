import { describe, expect, it } from 'vitest';
import { countFailedEvents, listFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { replayEvent } from '#server/platform/subscriptions/testing/replay-event.ts';
import { createTallyProjection, openProjectorFixture } from './testing/projector-fixture.ts';
import type { AppliedBatch } from './view-group.ts';

describe('a replay of an event that a view could not apply', () => {
  /** One poisoned document, with a good event before and after it. */
  const startWithPoison = async (failing: () => boolean) => {
    const files = openProjectorFixture();
    const feed = files.startFeed();
    const applied: AppliedBatch[] = [];
    const onApplied = (batch: AppliedBatch) => void applied.push(batch);
    const projector = files.project({ feed, projections: [createTallyProjection({ failing })] }, { onApplied });
    await projector.ready;
    await files.hear('a', 'b');
    await files.poison('a', 'c');
    await projector.waitForProjections(await files.hear('a'));
    const [failed] = await listFailedEvents(files.documents);
    if (failed === undefined) throw new Error('Nothing was set aside');
    const replay = (one = failed) => replayEvent({ ...files, feed }, one);
    return { ...files, applied, replay, stop: projector.stop };
  };

  it('A replay folds the documents of the event again from the log, without the mark, and tells open pages', async () => {
    let isBroken = true;
    const { replay, heard, views, hear, poison, applied, stop } = await startWithPoison(() => isBroken);
    expect(await views.get('tallies', 'a')).toMatchObject({ heard: 2, incomplete: true });
    isBroken = false;
    expect(await replay()).toBeNull();
    expect(await heard()).toEqual({ a: 3, b: 1, c: 1 });
    expect(await views.get('tallies', 'a')).not.toHaveProperty('incomplete');
    expect(applied.at(-1)).toMatchObject({ events: [], changed: new Map([['tallies', new Set(['a', 'c'])]]) });
    await hear('a', 'c');
    await poison('c');
    await expect.poll(heard).toEqual({ a: 4, b: 1, c: 3 });
    await stop();
  });

  it('A replay that fails again leaves the event with its new error, and the view as it was', async () => {
    let error = 'odd';
    const { replay, heard, documents, stop } = await startWithPoison(() => {
      throw new Error(error);
    });
    error = 'still odd';
    expect(await replay()).toMatchObject({ error: 'still odd' });
    const [left] = await listFailedEvents(documents);
    expect(left).not.toHaveProperty('replayRequestedAt');
    expect(await heard()).toEqual({ a: 2, b: 1 });
    await stop();
  });

  it('A replay keeps a document marked that lacks another event, until that one is replayed too', async () => {
    let left = Number.POSITIVE_INFINITY;
    const { replay, views, poison, documents, stop } = await startWithPoison(() => {
      left -= 1;
      return left < 0 || left === Number.POSITIVE_INFINITY;
    });
    await poison('a');
    await expect.poll(() => countFailedEvents(documents)).toBe(2);
    // The first event passes, the three tries of the second one fail.
    left = 2;
    expect(await replay()).toBeNull();
    expect(await views.get('tallies', 'a')).toMatchObject({ heard: 3, incomplete: true });
    left = 1_000;
    const [second] = await listFailedEvents(documents);
    expect(await replay(second)).toBeNull();
    expect(await views.get('tallies', 'a')).toEqual({
      id: 'a',
      heard: 4,
      last: expect.any(String) as string,
    });
    await stop();
  });
});
