import { expect, it } from 'vitest';
import { StoreDamaged } from '#projections/store/port.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { createRecorder, startTestFeed } from './testing/feed-fixture.ts';

it('A subscription that ends as the data are damaged is reported, and one that is stopped is not', async () => {
  const store = openTemporaryLog();
  const ended: unknown[] = [];
  const feed = startTestFeed(store, { onEnded: (...end) => ended.push(end) });
  const damage = new StoreDamaged('The log is another one.');
  const load = () => Promise.reject(damage);
  await feed.run(createRecorder().subscriber).stop();
  const running = feed.run(createRecorder({ checkpoint: { load, save: () => Promise.resolve() } }).subscriber);
  await expect(running.ready).rejects.toBe(damage);
  expect(ended).toEqual([['recorder', damage]]);
  await feed.stop();
});
