import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListingFacts } from '#domain/listing/events.ts';
import { type ListingCommand, listing } from '#domain/listing/decider.ts';
import { user } from '#domain/user/decider.ts';
import { commandHandler } from '../handle.ts';
import { type Scout, startScout } from './scout.ts';
import { type House, openHouse } from './testing/house.ts';
import { facts } from './testing/listing.ts';
import { mortal } from './testing/mortal.ts';

describe('the scout', () => {
  let house: House;
  let scout: Scout;
  beforeEach(async () => {
    house = await openHouse();
    scout = await startScout(house);
    await scout.ready;
  });
  afterEach(async () => {
    await scout.stop();
    await house.close();
  });

  const sender = () => ({ actor: 'intake:county', commandId: randomUUID() });
  const tell = (listingId: string, command: ListingCommand) =>
    house.handle(listing, `listing-${listingId}`, command, sender());
  const find = async (changes: Partial<ListingFacts> = {}, listingId: string = randomUUID()) => {
    await tell(listingId, { type: 'Find', data: { listingId, ...facts, price: 40_000, ...changes } });
    return listingId;
  };
  const reprice = (listingId: string, price: number) =>
    tell(listingId, { type: 'Reprice', data: { listingId, price } });
  const settled = async () => {
    const head = await house.events.head();
    await expect.poll(() => scout.position() >= head, { interval: 5, timeout: 10_000 }).toBe(true);
  };
  const restart = async () => {
    scout = await startScout(house);
    await scout.ready;
  };
  /** Who got what, in order: user id, kind and price. */
  const alerts = async () => {
    await settled();
    const matched = await house.facts('AlertsMatched');
    const delivered = await house.facts('AlertsDelivered');
    return delivered.flatMap(({ stream, data: { userIds } }) => {
      const alert = matched.find((event) => event.stream === stream)?.data;
      return userIds.map((userId) => [userId, alert?.kind, alert?.listing.price]);
    });
  };

  it('alerts a member whom a listing fits, with what the listing was held against', async () => {
    const near = await house.member({ zipCode: '48201', mileageRadius: 25, maxPrice: 45_000 });
    const listingId = await find();
    expect(await alerts()).toEqual([[near, 'new', 40_000]]);
    const [matched] = await house.facts('AlertsMatched');
    expect(matched?.data).toMatchObject({
      listingId,
      n: 0,
      listing: {
        title: facts.title,
        price: 40_000,
        propertyType: 'house',
        city: 'Detroit',
        state: 'MI',
        zipCode: '48204',
      },
      members: [{ userId: near, radius: 25, maxPrice: 45_000, zipCode: '48201' }],
    });
    expect(matched?.metadata.actor).toBe('scout');
    const [found] = await house.facts('ListingFound');
    expect(matched?.metadata.causationId).toBe(found?.id);
    const [delivered] = await house.facts('AlertsDelivered');
    expect(delivered?.data).toMatchObject({ listingId, n: 0, channel: 'dashboard', userIds: [near] });
  });

  it('holds filters never saved as the defaults of the forms', async () => {
    const member = await house.member({ zipCode: '48201' });
    await find({ price: 54_000 });
    await find({ price: 54_001 });
    expect(await alerts()).toEqual([[member, 'new', 54_000]]);
  });

  it.each([
    ['is too far away', { zipCode: '90001' }, {}],
    ['pays less', { zipCode: '48201', maxPrice: 39_999 }, {}],
    ['has no ZIP', {}, {}],
    ['has a ZIP that nobody knows', { zipCode: '00000' }, {}],
    ['does not want mobile homes', { zipCode: '48201' }, { propertyType: 'mobile home' as const }],
  ])('alerts nobody who %s', async (_what, filters, changes) => {
    await house.member(filters);
    await find(changes);
    expect(await alerts()).toEqual([]);
    expect(await house.facts('AlertsMatched')).toEqual([]);
  });

  it('alerts active members alone', async () => {
    await house.member({ zipCode: '48201' }, false);
    const left = await house.member({ zipCode: '48201' });
    await house.deactivate(left);
    const gone = await house.member({ zipCode: '48201' });
    await house.handle(user, `user-${gone}`, { type: 'Delete', data: { userId: gone } }, sender());
    await find();
    expect(await alerts()).toEqual([]);
  });

  it('keeps up with filters, and with members who come back', async () => {
    const member = await house.member({ zipCode: '90001' });
    await find();
    await house.update(member, { zipCode: '48201' });
    const seen = await find({ price: 30_000 });
    await house.deactivate(member);
    await find({ price: 20_000 });
    await house.update(member, { includeRawLand: true });
    await house.handle(
      user,
      `user-${member}`,
      { type: 'ActivateMembership', data: { userId: member, now: house.clock().toISOString() } },
      sender(),
    );
    await find({ price: 10_000, propertyType: 'raw land' });
    expect(await alerts()).toEqual([
      [member, 'new', 30_000],
      [member, 'new', 10_000],
    ]);
    expect((await house.facts('AlertsDelivered'))[0]?.data.listingId).toBe(seen);
  });

  it('matches nothing backwards', async () => {
    await find();
    await settled();
    const late = await house.member({ zipCode: '48201' });
    await house.update(late, { maxPrice: 100_000 });
    await settled();
    expect(await alerts()).toEqual([]);
  });

  it('tells a price below the lowest seen: new to whom it fits now, a price drop to who knew it', async () => {
    const knows = await house.member({ zipCode: '48201' });
    const thrifty = await house.member({ zipCode: '48201', maxPrice: 35_000 });
    const listingId = await find();
    await reprice(listingId, 45_000);
    await reprice(listingId, 30_000);
    await reprice(listingId, 38_000);
    await reprice(listingId, 30_000);
    await reprice(listingId, 29_000);
    const told = await alerts();
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

  it('does not alert again about a listing that was withdrawn and found again', async () => {
    const member = await house.member({ zipCode: '48201' });
    const listingId = await find();
    await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
    await find({}, listingId);
    expect(await alerts()).toEqual([[member, 'new', 40_000]]);
    await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
    await find({ price: 30_000 }, listingId);
    expect(await alerts()).toEqual([
      [member, 'new', 40_000],
      [member, 'price drop', 30_000],
    ]);
  });

  it('writes at most 500 members in one alert', async () => {
    const members = await Promise.all(Array.from({ length: 501 }, () => house.member({ zipCode: '48201' })));
    await find();
    const told = (await alerts()).map(([userId]) => userId);
    expect(told.toSorted()).toEqual(members.toSorted());
    const matched = await house.facts('AlertsMatched');
    expect(matched.map(({ data }) => [data.n, data.members.length])).toEqual([
      [0, 500],
      [1, 1],
    ]);
  });

  it('alerts about what came while it was down, by the filters of that time', async () => {
    const near = await house.member({ zipCode: '48201' });
    const moving = await house.member({ zipCode: '48201' });
    const leaving = await house.member({ zipCode: '48201' });
    const coming = await house.member({ zipCode: '90001' });
    await settled();
    await scout.stop();
    await find();
    await house.update(moving, { zipCode: '90001' });
    await house.update(coming, { zipCode: '48201' });
    await house.member({ zipCode: '48201' });
    await find({ price: 1000 });
    await house.deactivate(leaving);
    await restart();
    const told = await alerts();
    const at = (price: number) => told.filter(([, , its]) => its === price).map(([userId]) => userId);
    // Who has left meanwhile is told no more.
    expect(at(40_000).toSorted()).toEqual([near, moving].toSorted());
    expect(told.map(([userId]) => userId)).not.toContain(leaving);
    expect(at(1000)).toContain(coming);
    expect(at(1000)).not.toContain(moving);
    await scout.stop();
    await restart();
    expect(await alerts()).toEqual(told);
  });

  it('begins at the end of a log that it has never seen', async () => {
    await scout.stop();
    await house.member({ zipCode: '48201' });
    await find();
    await house.documents.remove('scout', 'cursor');
    await restart();
    expect(await alerts()).toEqual([]);
  });

  it('goes on when the store has failed for a moment', async () => {
    const member = await house.member({ zipCode: '48201' });
    await settled();
    await scout.stop();
    const { stores, died } = mortal(house, 1, 'unheard');
    let isBack = false;
    const events: House['events'] = {
      ...house.events,
      append: (...given) => (isBack ? house.events.append(...given) : stores.events.append(...given)),
    };
    scout = await startScout({ ...house, events, handle: commandHandler(events, house.clock) });
    await scout.ready;
    await find();
    await died;
    isBack = true;
    expect(await alerts()).toEqual([[member, 'new', 40_000]]);
  });

  it('sets an event aside that it cannot handle, and goes on', async () => {
    const member = await house.member({ zipCode: '48201' });
    const listingId = randomUUID();
    const broken = { id: randomUUID(), type: 'ListingFound', data: { listingId, price: 1 } };
    const metadata = { ...sender(), correlationId: 'x', at: house.clock().toISOString() };
    await house.events.append(`listing-${listingId}`, [broken], -1, metadata);
    await find();
    expect(await alerts()).toEqual([[member, 'new', 40_000]]);
    expect(await house.documents.get('scout-parked', broken.id)).toMatchObject({ type: 'ListingFound' });
  });

  it('delivers at once to a member who leaves the daily digest', async () => {
    const member = await house.member({ zipCode: '48201', notificationPreference: 'daily' });
    await find();
    expect(await alerts()).toEqual([]);
    expect(await house.facts('AlertsMatched')).toHaveLength(1);
    await house.update(member, { notificationPreference: 'immediate' });
    await settled();
    await scout.stop();
    await restart();
    await expect.poll(alerts).toEqual([[member, 'new', 40_000]]);
  });
});
