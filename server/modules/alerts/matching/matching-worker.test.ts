import { describe, expect, it } from 'vitest';
import { alertStream, userStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import { user } from '#domain/user/decider.ts';
import { setUpMatching } from './testing/matching-fixture.ts';
import { sampleFacts } from './testing/sample-listing.ts';

describe('the scout', () => {
  const work = setUpMatching();

  it('The scout alerts a member whom a listing fits, with the compared values', async () => {
    const near = await work.stores.member({ zipCode: '48201', mileageRadius: 25, maxPrice: 45_000 });
    const listingId = await work.find();
    expect(await work.alerts()).toEqual([[near, 'new', 40_000]]);
    const [matched] = await work.stores.listEvents('AlertsMatched');
    expect(matched?.data).toMatchObject({
      listingId,
      n: 0,
      listing: {
        title: sampleFacts.title,
        price: 40_000,
        propertyType: 'house',
        city: 'Detroit',
        state: 'MI',
        zipCode: '48204',
      },
      members: [{ userId: near, figures: { radius: 25, maxPrice: 45_000 } }],
    });
    expect(matched?.metadata.actor).toBe('scout');
    const [found] = await work.stores.listEvents('ListingFound');
    expect(matched?.metadata.causationId).toBe(found?.id);
    const [delivered] = await work.stores.listEvents('AlertsDelivered');
    expect(delivered?.data).toMatchObject({ listingId, n: 0, mode: 'immediate', members: [{ userId: near }] });
  });

  it('The scout treats filters that were never saved as the defaults of the forms', async () => {
    const member = await work.stores.member({ zipCode: '48201' });
    await work.find({ price: 54_000 });
    await work.find({ price: 54_001 });
    expect(await work.alerts()).toEqual([[member, 'new', 54_000]]);
  });

  it.each([
    ['is too far away', { zipCode: '90001' }, {}],
    ['pays less', { zipCode: '48201', maxPrice: 39_999 }, {}],
    ['has no ZIP', {}, {}],
    ['has an unknown ZIP', { zipCode: '00000' }, {}],
    ['does not want mobile homes', { zipCode: '48201' }, { propertyType: 'mobile home' as const }],
  ])('The scout alerts no member who %s', async (_what, filters, changes) => {
    await work.stores.member(filters);
    await work.find(changes);
    expect(await work.alerts()).toEqual([]);
    expect(await work.stores.listEvents('AlertsMatched')).toEqual([]);
  });

  it('The scout alerts members whom a corrected type fits, each once however often it is corrected', async () => {
    const lander = await work.stores.member({ zipCode: '48201', includeRawLand: true });
    const listingId = await work.find({ propertyType: 'raw land' });
    const houser = await work.stores.member({ zipCode: '48201' });
    for (const propertyType of ['house', 'raw land', 'house'] as const)
      await work.tell(listingId, { type: 'Retype', data: { listingId, propertyType } });
    expect(await work.alerts()).toEqual([
      [lander, 'new', 40_000],
      [houser, 'new', 40_000],
    ]);
    const [, second] = await work.stores.listEvents('AlertsDelivered');
    expect(second?.data.listing.propertyType).toBe('house');
  });

  it('The scout alerts only active members', async () => {
    await work.stores.member({ zipCode: '48201' }, false);
    const left = await work.stores.member({ zipCode: '48201' });
    await work.stores.deactivate(left);
    const gone = await work.stores.member({ zipCode: '48201' });
    await work.stores.handle(user, userStream(gone), { type: 'Delete', data: { userId: gone } }, work.sender());
    await work.find();
    expect(await work.alerts()).toEqual([]);
  });

  it('The scout follows changes of filters, and members who come back', async () => {
    const member = await work.stores.member({ zipCode: '90001' });
    await work.find();
    await work.stores.update(member, { zipCode: '48201' });
    const seen = await work.find({ price: 30_000 });
    // Members who left since the match are not alerted.
    await work.waitUntilMatched();
    await work.stores.deactivate(member);
    await work.find({ price: 20_000 });
    await work.stores.update(member, { includeRawLand: true });
    await work.stores.handle(
      user,
      userStream(member),
      { type: 'ActivateMembership', data: { userId: member, now: work.stores.clock().toISOString() } },
      work.sender(),
    );
    await work.find({ price: 10_000, propertyType: 'raw land' });
    expect(await work.alerts()).toEqual([
      [member, 'new', 30_000],
      [member, 'new', 10_000],
    ]);
    expect((await work.stores.listEvents('AlertsDelivered'))[0]?.data.listingId).toBe(seen);
  });

  it('The scout matches nothing backwards', async () => {
    await work.find();
    await work.waitUntilMatched();
    const late = await work.stores.member({ zipCode: '48201' });
    await work.stores.update(late, { maxPrice: 100_000 });
    await work.waitUntilMatched();
    expect(await work.alerts()).toEqual([]);
  });

  it('The scout alerts of a new lowest price: as new where it fits only now, as a price drop where it was known', async () => {
    const knows = await work.stores.member({ zipCode: '48201' });
    const thrifty = await work.stores.member({ zipCode: '48201', maxPrice: 35_000 });
    const listingId = await work.find();
    await work.reprice(listingId, 45_000);
    await work.reprice(listingId, 30_000);
    await work.reprice(listingId, 38_000);
    await work.reprice(listingId, 30_000);
    await work.reprice(listingId, 29_000);
    const told = await work.alerts();
    const toldTo = (member: string) => told.filter(([userId]) => userId === member).map(([, ...alert]) => alert);
    expect(toldTo(knows)).toEqual([
      ['new', 40_000],
      ['price drop', 30_000],
      ['price drop', 29_000],
    ]);
    expect(toldTo(thrifty)).toEqual([
      ['new', 30_000],
      ['price drop', 29_000],
    ]);
  });

  it('The scout does not alert again about a listing that was withdrawn and found again', async () => {
    const member = await work.stores.member({ zipCode: '48201' });
    const listingId = await work.find();
    await work.tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
    await work.find({}, listingId);
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
    await work.tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
    await work.find({ price: 30_000 }, listingId);
    expect(await work.alerts()).toEqual([
      [member, 'new', 40_000],
      [member, 'price drop', 30_000],
    ]);
  });

  it('The scout alerts a member who was not notified because the type was corrected, once it is corrected to one that fits', async () => {
    const member = await work.stores.member({
      zipCode: '48201',
      includeRawLand: true,
      notificationPreference: 'daily',
    });
    const listingId = await work.find({ propertyType: 'raw land' });
    await work.waitUntilMatched();
    const data = { userIds: [member], reason: 'other type' as const, at: new Date().toISOString() };
    await work.stores.handle(alert, alertStream(listingId, 0), { type: 'Withhold', data }, work.sender());
    await work.stores.update(member, { notificationPreference: 'immediate' });
    for (const propertyType of ['house', 'raw land'] as const)
      await work.tell(listingId, { type: 'Retype', data: { listingId, propertyType } });
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
  });

  it('The scout alerts a member who was not notified because the listing was withdrawn, once it is found again', async () => {
    const member = await work.stores.member({ zipCode: '48201', notificationPreference: 'daily' });
    const listingId = await work.find();
    await work.waitUntilMatched();
    await work.tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
    const at = work.stores.clock().toISOString();
    const data = { userIds: [member], reason: 'listing withdrawn' as const, at };
    await work.stores.handle(alert, alertStream(listingId, 0), { type: 'Withhold', data }, work.sender());
    await work.find({}, listingId);
    await work.waitUntilMatched();
    const matched = await work.stores.listEvents('AlertsMatched');
    expect(matched.map(({ data: { kind, members } }) => [kind, members.map(({ userId }) => userId)])).toEqual([
      ['new', [member]],
      ['new', [member]],
    ]);
  });

  it('The scout writes at most 500 members in one alert', async () => {
    const members = await Promise.all(Array.from({ length: 501 }, () => work.stores.member({ zipCode: '48201' })));
    await work.find();
    const told = (await work.alerts()).map(([userId]) => userId);
    expect(told.toSorted()).toEqual(members.toSorted());
    const matched = await work.stores.listEvents('AlertsMatched');
    expect(matched.map(({ data }) => [data.n, data.members.length])).toEqual([
      [0, 500],
      [1, 1],
    ]);
  });
});
