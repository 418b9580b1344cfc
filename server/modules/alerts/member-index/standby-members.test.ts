import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createMemberIndex, findMemberAt } from './members.ts';
import { loadMembers } from './load-members.ts';
import { startStandbyMembers } from './standby-members.ts';
import { openTestStores, type TestStores } from '../matching/testing/test-stores.ts';

let testStores: TestStores;
beforeEach(async () => {
  testStores = await openTestStores();
});
afterEach(() => testStores.close());

it('Stand-by members follow the log, and are taken over at an earlier position without reading the view', async () => {
  const { members, events, gazetteer, run } = testStores;
  const ann = await testStores.member({ zipCode: '48201', maxPrice: 40_000 });
  const bob = await testStores.member({ zipCode: '48201', maxPrice: 50_000 });
  await testStores.waitForViews();
  const standby = startStandbyMembers(testStores, run);
  const before = await events.head();
  await testStores.deactivate(ann);
  await testStores.update(bob, { maxPrice: 60_000 });
  const carl = await testStores.member({ zipCode: '48201', maxPrice: 70_000 });
  await expect.poll(() => members.filtersOf(carl)?.maxPrice).toBe(70_000);
  expect([members.size, members.filtersOf(bob)?.maxPrice]).toEqual([2, 60_000]);

  const loaded = await standby.stop();
  expect(loaded).toBeGreaterThan(before);
  const views = { ...testStores.views, list: () => Promise.reject(new Error('The view is read')) };
  const from = await loadMembers(members, before, {
    ...testStores,
    views,
    stopped: new AbortController().signal,
    loaded,
  });
  expect(from).toBe('memory');
  const expected = createMemberIndex(gazetteer);
  for (const id of [ann, bob, carl]) {
    const user = await findMemberAt(events, id, before);
    if (user !== null) expected.set(id, user.filters, user.searches);
  }
  expect([members.size, members.filtersOf(ann), members.filtersOf(bob)]).toEqual([
    2,
    expected.filtersOf(ann),
    expected.filtersOf(bob),
  ]);
});

it('Stand-by members that are stopped before they are loaded have no position', async () => {
  const checkpoints = () => Promise.reject(new StoreUnavailable('gone'));
  const views = { ...testStores.views, checkpoints };
  const standby = startStandbyMembers({ ...testStores, views }, testStores.run);
  expect(await standby.stop()).toBeNull();
});
