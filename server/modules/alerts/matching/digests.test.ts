import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alertStream, listingStream } from '#domain/event-catalog/streams.ts';
import { alert } from '#domain/alert/decider.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { listing } from '#domain/listing/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { emptyFilters } from '#domain/user/state.ts';
import { createDigestDelivery } from './deliver-due-digests.ts';
import { readDigestPass } from './digest-pass.ts';
import { countPendingDigests, type DigestQueue, createDigestQueue } from './digests.ts';
import { createMemberIndex, type MemberIndex } from '../member-index/members.ts';
import { createZoneLookup } from './time-zones.ts';
import { type TestStores, openTestStores } from './testing/test-stores.ts';
import { sampleFacts } from './testing/sample-listing.ts';

const detroit = '48201';
const losAngeles = '90001';

describe('daily digests', () => {
  let testStores: TestStores;
  let members: MemberIndex;
  let digests: DigestQueue;
  beforeEach(async () => {
    testStores = await openTestStores();
    members = createMemberIndex(testStores.gazetteer);
    digests = open();
  });
  afterEach(() => testStores.close());

  const open = () => createDigestQueue({ ...testStores, members, zoneOf: createZoneLookup(testStores.gazetteer) });
  const setMember = async (userId: string, filters: typeof emptyFilters) => {
    members.set(userId, filters);
    await digests.reschedule(userId);
  };
  const daily = (userId: string, zipCode: string | null) =>
    setMember(userId, { ...emptyFilters, zipCode, notificationPreference: 'daily' });

  /** An alert matched at a time that waits for its members' morning. */
  const matched = (at: string, ...userIds: string[]) => matchedOf(randomUUID(), 0, at, ...userIds);
  const matchedOf = async (listingId: string, n: number, at: string, ...userIds: string[]) => {
    const listing = { ...exampleListing, price: 1000 - n };
    const match = createMatchCommand({ listingId, n, userIds, mode: 'daily', listing, at });
    const sender = { actor: 'scout', commandId: randomUUID() };
    await testStores.handle(alert, alertStream(listingId, n), match, sender);
    await digests.add({ listingId, n, at, foundAt: at, userIds });
  };
  /** The members who have it at that moment, and when each got it. */
  const deliveredBy = async (now: string) => {
    testStores.setClock(now);
    await createDigestDelivery({ ...testStores, members, digests })();
    return (await testStores.listEvents('AlertsDelivered')).flatMap(({ data }) =>
      data.members.map(({ userId }) => [userId, data.at]),
    );
  };
  const toldOf = async () =>
    (await testStores.listEvents('AlertsDelivered')).flatMap(({ data }) =>
      data.members.map(({ userId }) => [userId, data.n]),
    );
  const withheld = async () =>
    (await testStores.listEvents('AlertsWithheld')).flatMap(({ data }) =>
      data.userIds.map((userId) => [userId, data.reason]),
    );

  it("Daily digests come at 07:00 on the clocks of each member's ZIP", async () => {
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
    await daily('ann', detroit);
    await matched(at, 'ann');
    expect(await deliveredBy(tooEarly)).toEqual([]);
    expect(await deliveredBy(due)).toEqual([['ann', due]]);
  });

  it('Daily digests come on the same day for listings found after midnight', async () => {
    await daily('ann', detroit);
    await matched('2026-03-11T08:00:00.000Z', 'ann');
    expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toHaveLength(1);
  });

  it('Daily digests wait over a restart, and come late where no process was running at 07:00', async () => {
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    digests = open();
    expect(await deliveredBy('2026-03-11T10:00:00.000Z')).toEqual([]);
    digests = open();
    expect(await deliveredBy('2026-03-12T03:00:00.000Z')).toEqual([['ann', '2026-03-12T03:00:00.000Z']]);
    digests = open();
    expect(await deliveredBy('2026-03-13T20:00:00.000Z')).toHaveLength(1);
  });

  it('Daily digests follow a member who moves', async () => {
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    await daily('ann', losAngeles);
    expect(await deliveredBy('2026-03-11T12:00:00.000Z')).toEqual([]);
    expect(await deliveredBy('2026-03-11T14:00:00.000Z')).toHaveLength(1);
  });

  it('Daily digests come at once to a member who has switched to immediate alerts', async () => {
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    await setMember('ann', { ...emptyFilters, zipCode: detroit });
    expect(await deliveredBy('2026-03-10T15:01:00.000Z')).toHaveLength(1);
  });

  it('Daily digests do not come to a user whose membership has ended, nor later when it is back', async () => {
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    members.remove('ann');
    await digests.reschedule('ann');
    expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toEqual([]);
    await daily('ann', detroit);
    expect(await deliveredBy('2026-03-12T11:00:00.000Z')).toEqual([]);
    expect(await withheld()).toEqual([['ann', 'not a member']]);
  });

  it('Daily digests are announced by a pass that ends when all of them are delivered', async () => {
    await daily('ann', detroit);
    for (let n = 0; n < 3; n += 1) await matched('2026-03-10T15:00:00.000Z', 'ann');
    testStores.setClock('2026-03-11T11:00:00.000Z');
    const states: (string | undefined)[] = [];
    const handle: TestStores['handle'] = async (...command) => {
      states.push((await readDigestPass(testStores.documents))?.state);
      return testStores.handle(...command);
    };
    await createDigestDelivery({ ...testStores, handle, members, digests })();
    expect(states).toEqual(['running', 'running', 'running']);
    expect(await readDigestPass(testStores.documents)).toMatchObject({
      state: 'idle',
      position: await testStores.events.head(),
    });
  });

  it('Daily digests that meet an unavailable store are delivered by the same pass later', async () => {
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    testStores.setClock('2026-03-11T11:00:00.000Z');
    const handle = () => Promise.reject(new StoreUnavailable('Away'));
    await createDigestDelivery({ ...testStores, handle, members, digests })();
    expect(await readDigestPass(testStores.documents)).toMatchObject({ state: 'running' });
    expect(await deliveredBy('2026-03-11T11:00:05.000Z')).toHaveLength(1);
    expect(await readDigestPass(testStores.documents)).toMatchObject({ state: 'idle' });
  });

  it('Daily digests of 10,000 listings are due and read in pages, and none is read while none is due', async () => {
    await daily('ann', detroit);
    for (let from = 0; from < 10_000; from += 500) {
      const batch = Array.from({ length: 500 }, (_, n) => ({
        listingId: `listing-${from + n}`,
        n: 0,
        at: '2026-03-10T15:00:00.000Z',
        foundAt: '2026-03-10T15:00:00.000Z',
        userIds: ['ann'],
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
    expect(await countPendingDigests(testStores.documents)).toBe(10_000);
  });

  describe('of a listing', () => {
    const tell = (listingId: string, command: Parameters<typeof listing.decide>[0]) =>
      testStores.handle(listing, listingStream(listingId), command, {
        actor: 'intake:county',
        commandId: randomUUID(),
      });
    const found = async () => {
      const listingId = randomUUID();
      await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 1000 } });
      await matchedOf(listingId, 0, '2026-03-10T15:00:00.000Z', 'ann', 'bea');
      return listingId;
    };
    beforeEach(async () => {
      await daily('ann', detroit);
      await daily('bea', losAngeles);
    });

    it('Daily digests of a listing that was withdrawn in the meantime are not sent', async () => {
      const listingId = await found();
      await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      expect(await deliveredBy('2026-03-11T20:00:00.000Z')).toEqual([]);
      expect(await withheld()).toEqual([
        ['ann', 'listing withdrawn'],
        ['bea', 'listing withdrawn'],
      ]);
    });

    it('Daily digests of a listing that was withdrawn and came back before the morning are sent', async () => {
      const listingId = await found();
      await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      await tell(listingId, { type: 'Find', data: { listingId, ...sampleFacts, price: 1000 } });
      expect(await deliveredBy('2026-03-11T20:00:00.000Z')).toHaveLength(2);
    });

    it('Daily digests of a listing that was withdrawn between two mornings reach only the members of the first morning', async () => {
      const listingId = await found();
      expect(await deliveredBy('2026-03-11T11:00:00.000Z')).toHaveLength(1);
      await tell(listingId, { type: 'Withdraw', data: { listingId, reason: 'sold' } });
      expect(await deliveredBy('2026-03-11T20:00:00.000Z')).toHaveLength(1);
      expect(await withheld()).toEqual([['bea', 'listing withdrawn']]);
    });

    it('Daily digests of a listing whose price fell in the meantime come once, at the newest price', async () => {
      const listingId = await found();
      await matchedOf(listingId, 1, '2026-03-10T16:00:00.000Z', 'ann');
      await matchedOf(listingId, 2, '2026-03-10T17:00:00.000Z', 'ann', 'bea', 'new');
      await daily('new', detroit);
      await deliveredBy('2026-03-12T20:00:00.000Z');
      expect((await toldOf()).toSorted()).toEqual([
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
      await matchedOf(listingId, 1, '2026-03-11T11:00:05.000Z', 'ann');
      await deliveredBy('2026-03-11T11:00:10.000Z');
      expect(await toldOf()).toEqual([['ann', 1]]);
      await deliveredBy('2026-03-12T12:00:00.000Z');
      expect(await toldOf()).toEqual([
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
