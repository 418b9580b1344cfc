import { describe, expect, it } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user } from '#domain/user/decider.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';
import { applyMembershipChange, createMemberIndex, isMembershipChange } from '../member-index/members.ts';
import { crashAfter, type LastWrite } from './testing/crash-after.ts';
import { detroit, losAngeles } from './testing/digest-fixture.ts';
import { setUpMatching } from './testing/matching-fixture.ts';
import { openTestStores } from './testing/test-stores.ts';
import { createZoneLookup } from './time-zones.ts';
import { createWeeklySummaries } from './weekly-summaries.ts';

const sunday = '2026-03-15T12:00:00.000Z';
const mondayInDetroit = '2026-03-16T11:00:00.000Z';
const mondayInLosAngeles = '2026-03-16T14:00:00.000Z';
const weeklySummary = true;

/** Summaries without a worker that issues them. */
async function openSummaryFixture() {
  const testStores = await openTestStores();
  testStores.setClock(sunday);
  const members = createMemberIndex(testStores.gazetteer);
  const open = (stores = testStores) =>
    createWeeklySummaries({ ...stores, members, zoneOf: createZoneLookup(testStores.gazetteer) });
  let applied: Position = startPosition;
  const applyNew = async () => {
    for (const event of await testStores.events.readAll(applied, 1000)) {
      applied = event.position;
      if (!isMembershipChange(event)) continue;
      applyMembershipChange(event, members);
      await open().apply(event);
    }
  };
  return {
    testStores,
    open,
    applyNew,
    /** Whose summaries were issued by then, and of which week. */
    issuedBy: async (now: string) => {
      await applyNew();
      testStores.setClock(now);
      await open().issueDue(new AbortController().signal);
      const issued = await testStores.listEvents('WeeklySummaryIssued');
      return issued.map(({ data: { userId, week } }) => [userId, week]);
    },
  };
}

describe('weekly summaries', () => {
  const fixture = setUpForEach(openSummaryFixture, ({ testStores }) => testStores.close());

  it("Weekly summaries are issued on Monday at 07:00 on the clocks of each member's ZIP, and again a week later", async () => {
    const { testStores, issuedBy } = fixture;
    const ann = await testStores.member({ zipCode: detroit, weeklySummary });
    const bea = await testStores.member({ zipCode: losAngeles, weeklySummary });
    expect(await issuedBy('2026-03-16T10:59:59.999Z')).toEqual([]);
    expect(await issuedBy(mondayInDetroit)).toEqual([[ann, '2026-03-16']]);
    expect(await issuedBy('2026-03-16T13:59:59.999Z')).toHaveLength(1);
    expect(await issuedBy(mondayInLosAngeles)).toEqual([
      [ann, '2026-03-16'],
      [bea, '2026-03-16'],
    ]);
    expect(await issuedBy('2026-03-23T10:59:59.999Z')).toHaveLength(2);
    expect((await issuedBy('2026-03-23T20:00:00.000Z')).map(([, week]) => week).slice(2)).toEqual([
      '2026-03-23',
      '2026-03-23',
    ]);
  });

  it('Weekly summaries are not issued to a user who does not want them any more, is no active member, or was deleted', async () => {
    const { testStores, issuedBy } = fixture;
    await testStores.member({ zipCode: detroit });
    const ann = await testStores.member({ zipCode: detroit, weeklySummary });
    await testStores.update(ann, { weeklySummary: false });
    await testStores.member({ zipCode: detroit, weeklySummary }, false);
    await testStores.deactivate(await testStores.member({ zipCode: detroit, weeklySummary }));
    expect(await issuedBy('2026-03-17T11:00:00.000Z')).toEqual([]);
  });

  it('Weekly summaries are issued where only a further search asks for them, in the zone of the first one, and once for several', async () => {
    const { testStores, issuedBy } = fixture;
    const ann = await testStores.member({ zipCode: losAngeles });
    const paused = await testStores.member({ zipCode: detroit });
    const removed = await testStores.member({ zipCode: detroit });
    const both = await testStores.member({ zipCode: detroit, weeklySummary });
    for (const userId of [ann, both]) await testStores.addSearch(userId, { zipCode: detroit, weeklySummary });
    await testStores.changeSearch(paused, await testStores.addSearch(paused, { weeklySummary }), { paused: true });
    await testStores.removeSearch(removed, await testStores.addSearch(removed, { weeklySummary }));
    await testStores.update(both, { weeklySummary: false });
    expect(await issuedBy(mondayInDetroit)).toEqual([[both, '2026-03-16']]);
    expect(await issuedBy(mondayInLosAngeles)).toEqual([
      [both, '2026-03-16'],
      [ann, '2026-03-16'],
    ]);
    expect(await issuedBy('2026-03-23T20:00:00.000Z')).toHaveLength(4);
  });

  it('Weekly summaries of a user who is deleted leave no document', async () => {
    const { testStores, applyNew } = fixture;
    const ann = await testStores.member({ zipCode: detroit, weeklySummary });
    await applyNew();
    expect(await testStores.documents.count('weekly-summaries')).toBe(1);
    const sender = { actor: 'system', commandId: 'delete' };
    await testStores.handle(user, userStream(ann), { type: 'Delete', data: { userId: ann } }, sender);
    await applyNew();
    expect(await testStores.documents.count('weekly-summaries')).toBe(0);
  });

  it('Weekly summaries come late where no process was running on Monday, and only the last of several', async () => {
    const { testStores, issuedBy } = fixture;
    const ann = await testStores.member({ zipCode: detroit, weeklySummary });
    expect(await issuedBy('2026-04-01T20:00:00.000Z')).toEqual([[ann, '2026-03-30']]);
    expect(await issuedBy('2026-04-06T10:59:59.999Z')).toHaveLength(1);
    expect(await issuedBy('2026-04-06T11:00:00.000Z')).toHaveLength(2);
  });

  it('Weekly summaries are issued once a week to a member who moves', async () => {
    const { testStores, issuedBy } = fixture;
    const ann = await testStores.member({ zipCode: detroit, weeklySummary });
    expect(await issuedBy(mondayInDetroit)).toHaveLength(1);
    await testStores.update(ann, { zipCode: losAngeles });
    expect(await issuedBy(mondayInLosAngeles)).toHaveLength(1);
    await testStores.update(ann, { zipCode: detroit });
    expect(await issuedBy('2026-03-23T11:00:00.000Z')).toHaveLength(2);
  });

  it('Weekly summaries are issued at once to a member who moves to where it is past 07:00 on Monday', async () => {
    const { testStores, issuedBy } = fixture;
    const ann = await testStores.member({ zipCode: losAngeles, weeklySummary });
    expect(await issuedBy('2026-03-16T12:00:00.000Z')).toEqual([]);
    await testStores.update(ann, { zipCode: detroit });
    expect(await issuedBy('2026-03-16T12:00:01.000Z')).toEqual([[ann, '2026-03-16']]);
  });

  it.each([0, 1].flatMap((k) => (['lost', 'unheard'] as LastWrite[]).map((lastWrite) => ({ k, lastWrite }))))(
    'Weekly summaries are issued once where the process is killed at write $k, which is $lastWrite',
    async ({ k, lastWrite }) => {
      const { testStores, open, applyNew, issuedBy } = fixture;
      await testStores.member({ zipCode: detroit, weeklySummary });
      await applyNew();
      testStores.setClock(mondayInDetroit);
      const { stores, died } = crashAfter(testStores, k, lastWrite);
      const killed = new AbortController();
      const issuing = open(stores)
        .issueDue(killed.signal)
        .catch(() => undefined);
      await died;
      killed.abort();
      await issuing;
      expect(await issuedBy(mondayInDetroit)).toHaveLength(1);
      expect(await issuedBy(mondayInDetroit)).toHaveLength(1);
      expect(await issuedBy('2026-03-23T11:00:00.000Z')).toHaveLength(2);
    },
  );

  it('A weekly summary that cannot be issued is skipped, and the others are issued', async () => {
    const { testStores, open, applyNew, issuedBy } = fixture;
    const ann = await testStores.member({ zipCode: detroit, weeklySummary });
    const bea = await testStores.member({ zipCode: detroit, weeklySummary });
    await applyNew();
    testStores.setClock(mondayInDetroit);
    const handle: typeof testStores.handle = (decider, stream, ...command) =>
      stream === `user-${ann}` ? Promise.reject(new Error('damaged')) : testStores.handle(decider, stream, ...command);
    await open({ ...testStores, handle }).issueDue(new AbortController().signal);
    expect(await issuedBy(mondayInDetroit)).toEqual([[bea, '2026-03-16']]);
  });
});

describe('a scout', () => {
  const work = setUpMatching();

  it('A scout issues the weekly summaries of members who turned them on', async () => {
    work.stores.setClock(sunday);
    const ann = await work.stores.member({ zipCode: detroit, weeklySummary });
    await work.waitUntilMatched();
    work.stores.setClock(mondayInDetroit);
    const issued = () => work.stores.listEvents('WeeklySummaryIssued');
    await expect.poll(issued).toMatchObject([{ data: { userId: ann, week: '2026-03-16' } }]);
  });
});
