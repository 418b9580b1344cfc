import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import type { SavedSearch, Search } from '#domain/user/searches.contract.ts';
import { emptyFilters } from '#domain/user/state.ts';
import { createSearch } from '#domain/user/testing/example-search.ts';
import { users } from '#projections/users.ts';
import { openTestStores, type TestStores } from '../matching/testing/test-stores.ts';
import { loadMembers } from './load-members.ts';
import { applyMembershipChange, createMemberIndex, isMembershipChange, type MemberIndex } from './members.ts';

const detroit = { latitude: 42.36, longitude: -83.13, price: 40_000, propertyType: 'house' } as const;
const losAngeles = { ...detroit, latitude: 33.97, longitude: -118.25 };
const stopped = new AbortController().signal;

let stores: TestStores;
beforeEach(async () => {
  stores = await openTestStores();
});
afterEach(() => stores.close());

const saved = (id: string, changes: Partial<Search> = {}): SavedSearch => ({ ...createSearch(changes), id });
/** The names of the searches that fit, by member. */
const namesAt = (members: MemberIndex, listing: typeof detroit | typeof losAngeles) =>
  members
    .match(listing)
    .toArray()
    .toSorted((some, other) => (some.userId < other.userId ? -1 : 1))
    .map(({ userId, searches = [{ name: 'Search 1' }] }) => [userId, searches.map(({ name }) => name)]);

/** The members as every event so far has left them, applied one by one. */
async function followLog(): Promise<MemberIndex> {
  const members = createMemberIndex(stores.gazetteer);
  for (const event of await stores.events.readAll(startPosition, 1000))
    if (isMembershipChange(event)) applyMembershipChange(event, members);
  return members;
}

it('A further search runs while the first one has no ZIP, and stops when it is paused, has an unknown ZIP or is removed', () => {
  const members = createMemberIndex(stores.gazetteer);
  members.set('ann', emptyFilters, [saved('s-1')]);
  expect([namesAt(members, detroit), members.size]).toEqual([[['ann', ['Cabins']]], 2]);
  expect(members.filtersOf('ann')).toMatchObject({ zipCode: null });
  for (const changes of [{ paused: true }, { zipCode: '00000' }]) {
    members.setSearch('ann', saved('s-1', changes));
    expect([namesAt(members, detroit), members.filtersOf('ann', 's-1')]).toEqual([[], null]);
    members.setSearch('ann', saved('s-1'));
    expect(namesAt(members, detroit)).toHaveLength(1);
  }
  members.removeSearch('s-1');
  expect([namesAt(members, detroit), members.size]).toEqual([[], 1]);
  expect(members.filtersOf('ann')).not.toBeNull();
});

it('A match names the searches that fit and no others, under their present names', () => {
  const members = createMemberIndex(stores.gazetteer);
  const filters = { ...emptyFilters, zipCode: '48201' };
  members.set('ann', filters, [saved('s-1'), saved('s-2', { name: 'Beach', zipCode: '90001' })]);
  members.set('bea', filters);
  expect(namesAt(members, detroit)).toEqual([
    ['ann', ['Search 1', 'Cabins']],
    ['bea', ['Search 1']],
  ]);
  expect(namesAt(members, losAngeles)).toEqual([['ann', ['Beach']]]);
  members.setSearch('ann', saved('s-2', { name: 'Sea', zipCode: '48204' }));
  expect(namesAt(members, detroit)).toEqual([
    ['ann', ['Search 1', 'Cabins', 'Sea']],
    ['bea', ['Search 1']],
  ]);
  expect(namesAt(members, losAngeles)).toEqual([]);
});

it('A match is by the filters of each search', () => {
  const members = createMemberIndex(stores.gazetteer);
  members.set('ann', { ...emptyFilters, zipCode: '48201', maxPrice: 39_999 }, [
    saved('s-1', { name: 'Land', includeRawLand: true, maxPrice: 30_000 }),
    saved('s-2', { name: 'Houses' }),
  ]);
  expect(namesAt(members, detroit)).toEqual([['ann', ['Houses']]]);
  const [ann] = members.match(detroit).toArray();
  expect(ann).toMatchObject({ figures: { radius: 50, maxPrice: 54_000 }, searches: [{ searchId: 's-2', radius: 50 }] });
  const land = { ...detroit, propertyType: 'raw land', price: 30_000 } as const;
  expect(members.match(land).toArray()).toMatchObject([{ searches: [{ searchId: 's-1', maxPrice: 30_000 }] }]);
});

it('A search of a user who is not a member does not run, and none runs after the membership has ended', () => {
  const members = createMemberIndex(stores.gazetteer);
  members.setSearch('ann', saved('s-1'));
  expect(namesAt(members, detroit)).toEqual([]);
  members.set('ann', { ...emptyFilters, zipCode: '48201' }, [saved('s-1')]);
  members.remove('ann');
  expect([namesAt(members, detroit), members.size, members.filtersOf('ann', 's-1')]).toEqual([[], 0, null]);
});

it('Members loaded from the view have the same searches as those loaded from the log', async () => {
  stores.setClock('2026-03-10T15:00:00.000Z');
  const ann = await stores.member({ zipCode: '48201' });
  const bea = await stores.member({});
  const cid = await stores.member({ zipCode: '48201' }, false);
  const left = await stores.member({ zipCode: '48201' });
  const ids: string[] = [];
  for (const userId of [ann, bea, cid, left]) {
    const searches = ['Cabins', 'Paused', 'Removed', 'Restored', 'Beach'].map((name) => ({
      name,
      paused: name === 'Paused',
      zipCode: name === 'Beach' ? '90001' : '48204',
    }));
    for (const search of searches) ids.push(await stores.addSearch(userId, search));
  }
  const [changed = '', resumed = '', removed = '', restored = ''] = ids;
  await stores.changeSearch(ann, changed, { name: 'Huts', notificationPreference: 'daily' });
  await stores.changeSearch(ann, resumed, { paused: false });
  await stores.removeSearch(ann, removed);
  await stores.removeSearch(ann, restored);
  await stores.restoreSearch(ann, restored);
  await stores.deactivate(left);
  await stores.waitForViews();

  const position = await stores.events.head();
  const describeAll = (members: MemberIndex) => [
    members.size,
    namesAt(members, detroit),
    namesAt(members, losAngeles),
    ids.map((id, n) => members.filtersOf([ann, bea, cid, left][Math.floor(n / 5)] ?? '', id)),
  ];
  const followed = describeAll(await followLog());
  for (const checkpoints of [await stores.views.checkpoints(), new Map([[users.view, startPosition]])]) {
    const members = createMemberIndex(stores.gazetteer);
    const views = { ...stores.views, checkpoints: () => Promise.resolve(checkpoints) };
    await loadMembers(members, position, { ...stores, views, stopped });
    expect(describeAll(members)).toEqual(followed);
  }
  const names = new Map((followed[1] as [string, string[]][]).map(([userId, some]) => [userId, some.toSorted()]));
  expect(names).toEqual(
    new Map([
      [ann, ['Huts', 'Paused', 'Restored', 'Search 1']],
      [bea, ['Cabins', 'Removed', 'Restored']],
    ]),
  );
});
