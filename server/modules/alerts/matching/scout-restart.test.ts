import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandHandler } from '#server/platform/commands/handle.ts';
import { type AtWork, openAtWork } from './testing/at-work.ts';
import type { House } from './testing/house.ts';
import { mortal } from './testing/mortal.ts';

describe('a scout that stops, fails and starts again', () => {
  let work: AtWork;
  let house: House;
  beforeEach(async () => {
    work = await openAtWork();
    house = work.house;
  });
  afterEach(() => work.close());

  it('alerts about what came while it was down, by the filters of that time', async () => {
    const near = await house.member({ zipCode: '48201' });
    const moving = await house.member({ zipCode: '48201' });
    const leaving = await house.member({ zipCode: '48201' });
    const coming = await house.member({ zipCode: '90001' });
    await work.settled();
    await work.stop();
    await work.find();
    await house.update(moving, { zipCode: '90001' });
    await house.update(coming, { zipCode: '48201' });
    await house.member({ zipCode: '48201' });
    await work.find({ price: 1000 });
    await house.deactivate(leaving);
    await work.start();
    const told = await work.alerts();
    const at = (price: number) => told.filter(([, , its]) => its === price).map(([userId]) => userId);
    // Who has left meanwhile is told no more.
    expect(at(40_000).toSorted()).toEqual([near, moving].toSorted());
    expect(told.map(([userId]) => userId)).not.toContain(leaving);
    expect(at(1000)).toContain(coming);
    expect(at(1000)).not.toContain(moving);
    await work.stop();
    await work.start();
    expect(await work.alerts()).toEqual(told);
  });

  it('begins at the end of a log that it has never seen', async () => {
    await work.stop();
    await house.member({ zipCode: '48201' });
    await work.find();
    await house.documents.remove('scout', 'cursor');
    await work.start();
    expect(await work.alerts()).toEqual([]);
  });

  it('goes on when the store has failed for a moment', async () => {
    const member = await house.member({ zipCode: '48201' });
    await work.settled();
    await work.stop();
    const { stores, died } = mortal(house, 1, 'unheard');
    let isBack = false;
    const events: House['events'] = {
      ...house.events,
      append: (...given) => (isBack ? house.events.append(...given) : stores.events.append(...given)),
    };
    await work.start({ ...house, events, handle: commandHandler(events, house.clock) });
    await work.find();
    await died;
    isBack = true;
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
  });

  it('sets an event aside that it cannot handle, and goes on', async () => {
    const member = await house.member({ zipCode: '48201' });
    const listingId = randomUUID();
    const broken = { id: randomUUID(), type: 'ListingFound', data: { listingId, price: 1 } };
    const metadata = { ...work.sender(), correlationId: 'x', at: house.clock().toISOString() };
    await house.events.append(`listing-${listingId}`, [broken], -1, metadata);
    await work.find();
    expect(await work.alerts()).toEqual([[member, 'new', 40_000]]);
    expect(await house.documents.get('scout-parked', broken.id)).toMatchObject({ type: 'ListingFound' });
  });

  it('delivers at once to a member who leaves the daily digest', async () => {
    const member = await house.member({ zipCode: '48201', notificationPreference: 'daily' });
    await work.find();
    expect(await work.alerts()).toEqual([]);
    expect(await house.facts('AlertsMatched')).toHaveLength(1);
    await house.update(member, { notificationPreference: 'immediate' });
    await work.settled();
    await work.stop();
    await work.start();
    await expect.poll(work.alerts).toEqual([[member, 'new', 40_000]]);
  });
});
