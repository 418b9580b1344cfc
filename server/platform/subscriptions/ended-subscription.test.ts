import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StoreDamaged } from '#projections/store/port.ts';
import { createTestFolder } from '#projections/store/testing/temporary-folder.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createRecorder, startTestFeed } from './testing/feed-fixture.ts';

it('A subscription that ends as the data are damaged is reported, and one that is stopped is not', async () => {
  const folder = createTestFolder();
  const store = openSqliteEventStore(join(folder, 'events.sqlite'));
  const ended: unknown[] = [];
  const feed = startTestFeed(store, { onEnded: (...end) => ended.push(end) });
  const damage = new StoreDamaged('The log is another one.');
  const load = () => Promise.reject(damage);
  await feed.run(createRecorder().subscriber).stop();
  const running = feed.run(createRecorder({ checkpoint: { load, save: () => Promise.resolve() } }).subscriber);
  await expect(running.ready).rejects.toBe(damage);
  expect(ended).toEqual([['recorder', damage]]);
  await feed.stop();
  await store.close();
});
