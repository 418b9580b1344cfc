import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alert } from '#domain/alert/decider.ts';
import { noFilters } from '#domain/user/state.ts';
import { type Digests, openDigests } from './digests.ts';
import { createMembers, type Members } from './members.ts';
import { zonesByZip } from './mornings.ts';
import { type House, openHouse } from './testing/house.ts';
import { facts } from './testing/listing.ts';

const detroit = '48201';
const losAngeles = '90001';

describe('daily digests', () => {
  let house: House;
  let members: Members;
  let digests: Digests;
  beforeEach(async () => {
    house = await openHouse();
    members = createMembers(house.gazetteer);
    digests = await open();
  });
  afterEach(() => house.close());

  const open = () => openDigests({ ...house, members, zoneOf: zonesByZip(house.gazetteer) });
  const daily = (userId: string, zipCode: string | null) =>
    members.set(userId, { ...noFilters, zipCode, notificationPreference: 'daily' });

  /** An alert matched at a time, that waits for its members' morning. */
  const matched = async (at: string, ...userIds: string[]) => {
    const listingId = randomUUID();
    const { place, propertyType, title, details, link, imageUrl } = facts;
    const { city, state, zipCode } = place;
    const listing = { title, details, link, imageUrl, propertyType, city, state, zipCode, price: 1000 };
    const people = userIds.map((userId) => ({ userId, miles: 1, radius: 50, maxPrice: 54_000 }));
    const data = { listingId, n: 0, kind: 'new' as const, listing, members: people };
    const sender = { actor: 'scout', commandId: randomUUID() };
    await house.handle(alert, `alert-${listingId}-0`, { type: 'Match', data }, sender);
    await digests.add({ listingId, n: 0, at, userIds });
  };
  /** Who has it at that moment, and when each got it. */
  const deliveredBy = async (now: string) => {
    house.setClock(now);
    await digests.deliverDue();
    return (await house.facts('AlertsDelivered')).flatMap(({ data }) =>
      data.userIds.map((userId) => [userId, data.at]),
    );
  };

  it("come at 07:00 on the clocks of each member's ZIP", async () => {
    daily('ann', detroit);
    daily('bea', losAngeles);
    await matched('2026-03-10T15:00:00.000Z', 'ann', 'bea');
    expect(await deliveredBy('2026-03-11T10:59:59.000Z')).toEqual([]);
    expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toEqual([['ann', '2026-03-11T11:00:00.000Z']]);
    expect(await deliveredBy('2026-03-11T13:59:59.000Z')).toHaveLength(1);
    expect(await deliveredBy('2026-03-11T14:00:05.000Z')).toEqual([
      ['ann', '2026-03-11T11:00:00.000Z'],
      ['bea', '2026-03-11T14:00:05.000Z'],
    ]);
    expect(await deliveredBy('2026-03-12T20:00:00.000Z')).toHaveLength(2);
  });

  it.each([
    ['forward', '2026-03-07T20:00:00.000Z', '2026-03-08T10:59:00.000Z', '2026-03-08T11:00:00.000Z'],
    ['back', '2026-10-31T20:00:00.000Z', '2026-11-01T11:59:00.000Z', '2026-11-01T12:00:00.000Z'],
  ])('come at 07:00 too on the day that the clocks go %s', async (_way, at, tooEarly, due) => {
    daily('ann', detroit);
    await matched(at, 'ann');
    expect(await deliveredBy(tooEarly)).toEqual([]);
    expect(await deliveredBy(due)).toEqual([['ann', due]]);
  });

  it('come on the same day for what was found in the small hours', async () => {
    daily('ann', detroit);
    await matched('2026-03-11T08:00:00.000Z', 'ann');
    expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toHaveLength(1);
  });

  it('wait over a restart, and come late where nobody was there at 07:00', async () => {
    daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    digests = await open();
    expect(await deliveredBy('2026-03-11T10:00:00.000Z')).toEqual([]);
    digests = await open();
    expect(await deliveredBy('2026-03-12T03:00:00.000Z')).toEqual([['ann', '2026-03-12T03:00:00.000Z']]);
    digests = await open();
    expect(await deliveredBy('2026-03-13T20:00:00.000Z')).toHaveLength(1);
  });

  it('follow a member who moves', async () => {
    daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    daily('ann', losAngeles);
    expect(await deliveredBy('2026-03-11T12:00:00.000Z')).toEqual([]);
    expect(await deliveredBy('2026-03-11T14:00:00.000Z')).toHaveLength(1);
  });

  it('come at once to a member who asked for that meanwhile', async () => {
    daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    members.set('ann', { ...noFilters, zipCode: detroit });
    expect(await deliveredBy('2026-03-10T15:01:00.000Z')).toHaveLength(1);
  });

  it('do not come to who is no member any more, nor later when membership is back', async () => {
    daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    members.remove('ann');
    expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toEqual([]);
    daily('ann', detroit);
    expect(await deliveredBy('2026-03-12T11:00:00.000Z')).toEqual([]);
  });
});
