import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { emptyFilters } from '#domain/user/state.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';
import { countPendingDigests } from './digests.ts';
import { detroit, losAngeles, openDigestFixture } from './testing/digest-fixture.ts';
import { sampleFacts } from './testing/sample-listing.ts';

describe('daily digests', () => {
  const fixture = setUpForEach(openDigestFixture, ({ testStores }) => testStores.close());

  const withheld = async () =>
    (await fixture.testStores.listEvents('AlertsWithheld')).flatMap(({ data }) =>
      data.userIds.map((userId) => [userId, data.reason]),
    );

  it("Daily digests come at 07:00 on the clocks of each member's ZIP", async () => {
    const { daily, matched, deliveredBy } = fixture;
    await daily('ann', detroit);
    await daily('bea', losAngeles);
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
  ])('Daily digests come at 07:00 also on the day that the clocks go %s', async (_way, at, tooEarly, due) => {
    const { daily, matched, deliveredBy } = fixture;
    await daily('ann', detroit);
    await matched(at, 'ann');
    expect(await deliveredBy(tooEarly)).toEqual([]);
    expect(await deliveredBy(due)).toEqual([['ann', due]]);
  });

  it('Daily digests come on the same day for listings found after midnight', async () => {
    const { daily, matched, deliveredBy } = fixture;
    await daily('ann', detroit);
    await matched('2026-03-11T08:00:00.000Z', 'ann');
    expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toHaveLength(1);
  });

  it('Daily digests wait over a restart, and come late where no process was running at 07:00', async () => {
    const { restart, daily, matched, deliveredBy } = fixture;
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    restart();
    expect(await deliveredBy('2026-03-11T10:00:00.000Z')).toEqual([]);
    restart();
    expect(await deliveredBy('2026-03-12T03:00:00.000Z')).toEqual([['ann', '2026-03-12T03:00:00.000Z']]);
    restart();
    expect(await deliveredBy('2026-03-13T20:00:00.000Z')).toHaveLength(1);
  });

  it('Daily digests follow a member who moves', async () => {
    const { daily, matched, deliveredBy } = fixture;
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    await daily('ann', losAngeles);
    expect(await deliveredBy('2026-03-11T12:00:00.000Z')).toEqual([]);
    expect(await deliveredBy('2026-03-11T14:00:00.000Z')).toHaveLength(1);
  });

  it('Daily digests come at once to a member who has switched to immediate alerts', async () => {
    const { setMember, daily, matched, deliveredBy } = fixture;
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    await setMember('ann', { ...emptyFilters, zipCode: detroit });
    expect(await deliveredBy('2026-03-10T15:01:00.000Z')).toHaveLength(1);
  });

  it('Daily digests do not come to a user whose membership has ended, nor later when it is back', async () => {
    const { members, digests, daily, matched, deliveredBy } = fixture;
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    members.remove('ann');
    await digests.reschedule('ann');
    expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toEqual([]);
    await daily('ann', detroit);
    expect(await deliveredBy('2026-03-12T11:00:00.000Z')).toEqual([]);
    expect(await withheld()).toEqual([['ann', 'not a member']]);
  });

  it('Daily digests of 10,000 listings are due and read in pages, and none is read while none is due', async () => {
    const { digests, daily } = fixture;
    await daily('ann', detroit);
    for (let from = 0; from < 10_000; from += 500) {
      const batch = Array.from({ length: 500 }, (_, n) => ({
        listingId: `listing-${from + n}`,
        n: 0,
        position: startPosition,
        at: '2026-03-10T15:00:00.000Z',
        foundAt: '2026-03-10T15:00:00.000Z',
        members: [{ userId: 'ann' }],
      }));
      await Promise.all(batch.map(digests.add));
    }
    const countDue = async (now: string) => {
      const sizes: number[] = [];
      for await (const page of digests.readDue(Date.parse(now))) sizes.push(page.length);
      return sizes;
    };
    expect(await countDue('2026-03-11T10:59:59.000Z')).toEqual([0]);
    expect(await countDue('2026-03-11T11:00:00.000Z')).toEqual(Array.from({ length: 10 }, () => 1_000));
    expect(await countPendingDigests(fixture.testStores.documents)).toBe(10_000);
  });

  it('Daily digests of a morning are complete for the first member before any other has one, and no alert is written more often than there are groups', async () => {
    const { daily, matched, deliveredBy } = fixture;
    const userIds = Array.from({ length: 30 }, (_, n) => `member-${n}`);
    for (const userId of userIds) await daily(userId, detroit);
    for (let n = 0; n < 20; n += 1) await matched('2026-03-10T15:00:00.000Z', ...userIds);
    const delivered = await deliveredBy('2026-03-11T11:00:00.000Z');
    expect(delivered).toHaveLength(600);
    expect(new Set(delivered.map(([userId]) => userId))).toEqual(new Set(userIds));
    const [first] = delivered[0] ?? [];
    expect(delivered.slice(0, 20).map(([userId]) => userId)).toEqual(Array.from({ length: 20 }, () => first));
    // One member, then 16, then the rest.
    expect(await fixture.testStores.listEvents('AlertsDelivered')).toHaveLength(3 * 20);
  });

  describe('of a listing', () => {
    const tell = (listingId: string, command: Parameters<typeof listing.decide>[0]) =>
      fixture.testStores.handle(listing, listingStream(listingId), command, {
        actor: 'intake:county',
        commandId: randomUUID(),
      });
    const found = async () => {
      const listingId = randomUUID();
      await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 1000 } });
      await fixture.matchedOf(listingId, 0, '2026-03-10T15:00:00.000Z', 'ann', 'bea');
      return listingId;
    };
    beforeEach(async () => {
      await fixture.daily('ann', detroit);
      await fixture.daily('bea', losAngeles);
    });

    it('Daily digests of a listing that was withdrawn in the meantime are not sent', async () => {
      const listingId = await found();
      await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      expect(await fixture.deliveredBy('2026-03-11T20:00:00.000Z')).toEqual([]);
      expect(await withheld()).toEqual([
        ['ann', 'listing withdrawn'],
        ['bea', 'listing withdrawn'],
      ]);
    });

    it('Daily digests of a listing whose type was corrected in the meantime have the new type, and reach only members who ask for it', async () => {
      const listingId = await found();
      const landFilters = { ...emptyFilters, zipCode: detroit, includeRawLand: true };
      await fixture.setMember('ann', { ...landFilters, notificationPreference: 'daily' });
      await tell(listingId, { type: 'Retype', data: { listingId, propertyType: 'raw land' } });
      expect(await fixture.deliveredBy('2026-03-11T20:00:00.000Z')).toMatchObject([['ann', expect.anything()]]);
      const [delivered] = await fixture.testStores.listEvents('AlertsDelivered');
      expect(delivered?.data.listing.propertyType).toBe('raw land');
      expect(await withheld()).toEqual([['bea', 'other type']]);
    });

    it('Daily digests of a listing that was withdrawn and came back before the morning are sent', async () => {
      const listingId = await found();
      await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 1000 } });
      expect(await fixture.deliveredBy('2026-03-11T20:00:00.000Z')).toHaveLength(2);
    });

    it('Daily digests of a listing that was withdrawn between two mornings reach only the members of the first morning', async () => {
      const listingId = await found();
      expect(await fixture.deliveredBy('2026-03-11T11:00:00.000Z')).toHaveLength(1);
      await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      expect(await fixture.deliveredBy('2026-03-11T20:00:00.000Z')).toHaveLength(1);
      expect(await withheld()).toEqual([['bea', 'listing withdrawn']]);
    });

    it('Daily digests of a listing whose price fell in the meantime come once, at the newest price', async () => {
      const listingId = await found();
      await fixture.matchedOf(listingId, 1, '2026-03-10T16:00:00.000Z', 'ann');
      await fixture.matchedOf(listingId, 2, '2026-03-10T17:00:00.000Z', 'ann', 'bea', 'new');
      await fixture.daily('new', detroit);
      await fixture.deliveredBy('2026-03-12T20:00:00.000Z');
      expect((await fixture.listRecipients()).toSorted()).toEqual([
        ['ann', 2],
        ['bea', 2],
        ['new', 2],
      ]);
      expect((await withheld()).toSorted()).toEqual([
        ['ann', 'newer price'],
        ['ann', 'newer price'],
        ['bea', 'newer price'],
      ]);
    });

    it('Daily digests of a listing whose price fell after 07:00 and before a late digest have the new price in that digest', async () => {
      const listingId = await found();
      await fixture.matchedOf(listingId, 1, '2026-03-11T11:00:05.000Z', 'ann');
      await fixture.deliveredBy('2026-03-11T11:00:10.000Z');
      expect(await fixture.listRecipients()).toEqual([['ann', 1]]);
      await fixture.deliveredBy('2026-03-12T12:00:00.000Z');
      expect(await fixture.listRecipients()).toEqual([
        ['ann', 1],
        ['bea', 0],
      ]);
    });
  });

  it.each([
    ['New York', '10001', ['2026-03-07T12:00', '2026-03-08T11:00', '2026-11-01T12:00']],
    ['Chicago', '60619', ['2026-03-07T13:00', '2026-03-08T12:00', '2026-11-01T13:00']],
    ['Arizona', '85004', ['2026-03-07T14:00', '2026-03-08T14:00', '2026-11-01T14:00']],
    ['Hawaii', '96813', ['2026-03-07T17:00', '2026-03-08T17:00', '2026-11-01T17:00']],
    ['Puerto Rico', '00901', ['2026-03-07T11:00', '2026-03-08T11:00', '2026-11-01T11:00']],
  ])('Daily digests come at 07:00 in %s, whatever the clocks do elsewhere', async (_where, zipCode, mornings) => {
    const { daily, matched, deliveredBy } = fixture;
    await daily('ann', zipCode);
    for (const [index, morning] of mornings.entries()) {
      const due = Date.parse(`${morning}:00.000Z`);
      await matched(new Date(due - 8 * 3_600_000).toISOString(), 'ann');
      expect(await deliveredBy(new Date(due - 1000).toISOString())).toHaveLength(index);
      const at = new Date(due).toISOString();
      expect((await deliveredBy(at)).at(-1)).toEqual(['ann', at]);
    }
  });
});
