import { beforeEach, describe, expect, it } from 'vitest';
import type { Search } from '#domain/user/searches.contract.ts';
import type { PendingDigest } from './due-digests.ts';
import { setUpMatching } from './testing/matching-fixture.ts';

const afternoon = '2026-03-10T15:00:00.000Z';
const morning = '2026-03-11T11:00:00.000Z';
const daily = { notificationPreference: 'daily' } as const;

describe('a member with several searches', () => {
  const work = setUpMatching();
  beforeEach(() => work.stores.setClock(afternoon));

  const delivered = async () => {
    await work.waitUntilMatched();
    return (await work.stores.listEvents('AlertsDelivered')).flatMap(({ data }) =>
      data.members.map(({ userId, searches }) => [userId, data.mode, searches?.map(({ name }) => name)]),
    );
  };
  const withheld = async () =>
    (await work.stores.listEvents('AlertsWithheld')).flatMap(({ data }) =>
      data.userIds.map((userId) => [userId, data.reason]),
    );
  const addMember = async (first: Parameters<typeof work.stores.member>[0], ...further: Partial<Search>[]) => {
    const userId = await work.stores.member({ zipCode: '48201', ...first });
    const searchIds: string[] = [];
    for (const search of further) searchIds.push(await work.stores.addSearch(userId, search));
    return { userId, searchIds };
  };

  it('A member has one alert of a listing that fits seven searches, which names those seven', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `Fits ${n}`);
    const { userId, searchIds } = await addMember(
      {},
      ...names.map((name) => ({ name })),
      { name: 'Paused', paused: true },
      { name: 'Far away', zipCode: '90001' },
      { name: 'Too cheap', maxPrice: 1000 },
    );
    await work.find();
    expect(await work.alerts()).toEqual([[userId, 'new', 40_000]]);
    const [delivery] = await work.stores.listEvents('AlertsDelivered');
    const [member] = delivery?.data.members ?? [];
    const [first, ...others] = member?.searches ?? [];
    expect([first?.name, first?.searchId]).toEqual(['Search 1', '1']);
    expect(new Map(others.map(({ searchId, name }) => [searchId, name]))).toEqual(
      new Map(names.map((name, n) => [searchIds[n], name])),
    );
  });

  it('A member is alerted of a listing once, also where the price falls into a further search', async () => {
    const { userId } = await addMember({}, { name: 'Cheap', maxPrice: 30_000 });
    const listingId = await work.find();
    await work.reprice(listingId, 30_000);
    expect(await work.alerts()).toEqual([
      [userId, 'new', 40_000],
      [userId, 'price drop', 30_000],
    ]);
    expect(await delivered()).toEqual([
      [userId, 'immediate', undefined],
      [userId, 'immediate', ['Search 1', 'Cheap']],
    ]);
  });

  it('A member is alerted at once where any of the searches that fit asks for it, and else in the morning', async () => {
    const ann = await addMember(daily, { name: 'At once' });
    const bea = await addMember(daily, { name: 'Daily', ...daily }, { name: 'At once', zipCode: '90001' });
    await work.find();
    expect(await delivered()).toEqual([[ann.userId, 'immediate', ['Search 1', 'At once']]]);
    work.stores.setClock(morning);
    await expect.poll(delivered).toHaveLength(2);
    expect((await delivered())[1]).toEqual([bea.userId, 'daily', ['Search 1', 'Daily']]);
  });

  it('An alert that waits for the morning comes at once where one of its searches becomes immediate, and no other', async () => {
    const { userId, searchIds } = await addMember(
      daily,
      { name: 'Near', ...daily },
      { name: 'Far away', zipCode: '90001', ...daily },
    );
    const [near = '', far = ''] = searchIds;
    await work.find();
    await work.stores.changeSearch(userId, far, { notificationPreference: 'immediate' });
    await work.waitUntilMatched();
    const dueOf = async () => {
      const { docs } = await work.stores.documents.list<PendingDigest>('digests', { limit: 10 });
      return docs.map(({ due }) => new Date(due).toISOString());
    };
    expect(await dueOf()).toEqual([morning]);
    await work.stores.changeSearch(userId, near, { notificationPreference: 'immediate' });
    await expect.poll(delivered).toEqual([[userId, 'daily', ['Search 1', 'Near']]]);
  });

  it('An alert that waits stays with its member while a search that it names is paused or removed', async () => {
    const { userId, searchIds } = await addMember({ maxPrice: 1000 }, { name: 'Only', ...daily });
    await work.find();
    await work.waitUntilMatched();
    await work.stores.removeSearch(userId, searchIds[0] ?? '');
    await work.waitUntilMatched();
    work.stores.setClock(morning);
    await expect.poll(delivered).toEqual([[userId, 'daily', ['Only']]]);
  });

  it('A listing gets a type that only another search asks for: the waiting alert is withheld, and a new one names that search', async () => {
    const { userId } = await addMember(
      { includeRawLand: true, ...daily },
      { name: 'Mobile homes', includeMobileHomes: true, ...daily },
    );
    const listingId = await work.find({ propertyType: 'raw land' });
    await work.waitUntilMatched();
    await work.tell(listingId, { type: 'Retype', data: { listingId, propertyType: 'mobile home' } });
    await work.waitUntilMatched();
    expect(await delivered()).toEqual([]);
    work.stores.setClock(morning);
    await expect.poll(delivered).toEqual([[userId, 'daily', ['Mobile homes']]]);
    await expect.poll(withheld).toEqual([[userId, 'newer price']]);
  });

  it('A listing gets a type that only an immediate search asks for: it is alerted at once, and the waiting alert is withheld', async () => {
    const { userId } = await addMember(
      { includeRawLand: true, ...daily },
      { name: 'Mobile homes', includeMobileHomes: true },
    );
    const listingId = await work.find({ propertyType: 'raw land' });
    for (const propertyType of ['mobile home', 'raw land', 'mobile home'] as const)
      await work.tell(listingId, { type: 'Retype', data: { listingId, propertyType } });
    expect(await delivered()).toEqual([[userId, 'immediate', ['Mobile homes']]]);
    work.stores.setClock(morning);
    await expect.poll(withheld).toEqual([[userId, 'other type']]);
    expect(await delivered()).toHaveLength(1);
  });
});
