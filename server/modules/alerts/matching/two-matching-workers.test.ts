import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { runScoutWorker } from '#server/app/scout-worker.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { Position } from '#domain/shared/decider.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { createMemberIndex } from '../member-index/members.ts';
import { startStandbyMembers } from '../member-index/standby-members.ts';
import { type MatchingWorker, startMatchingWorker } from './matching-worker.ts';
import { type TestStores, openTestStores } from './testing/test-stores.ts';
import { sampleFacts } from './testing/sample-listing.ts';

describe('two scouts that were started by mistake', () => {
  let testStores: TestStores;
  let folder: string;
  const near: string[] = [];
  beforeEach(async () => {
    folder = createTestFolder();
    testStores = await openTestStores();
    for (let n = 0; n < 3; n += 1) near.push(await testStores.member({ zipCode: '48201' }));
    await (await startMatchingWorker(testStores, testStores.run)).stop();
  });
  afterEach(async () => {
    near.splice(0);
    await testStores.close();
  });

  const find = async (price: number) => {
    const listingId = randomUUID();
    const sender = { actor: 'intake:county', commandId: randomUUID() };
    await testStores.handle(
      listing,
      listingStream(listingId),
      { type: 'Find', data: { listingId, ...sampleFacts, price } },
      sender,
    );
  };
  const readDeliveries = async () =>
    (await testStores.listEvents('AlertsDelivered')).flatMap(({ data }) =>
      data.members.map(({ userId }) => `${userId} ${data.listingId}`),
    );

  it('Two scouts that were started by mistake share one lease: one works, and each member is notified once', async () => {
    const { leases, close } = openSqliteViewStore(join(folder, 'views.sqlite'));
    let atWork = 0;
    let most = 0;
    const warmPositions: (Position | null)[] = [];
    const lead = (): LeaderElection => {
      const members = createMemberIndex(testStores.gazetteer);
      let loaded: Position | null = null;
      return runScoutWorker(
        { log: testStores.log, leases },
        {
          task: 'scout',
          begin: () => {
            atWork += 1;
            most = Math.max(most, atWork);
            warmPositions.push(loaded);
            const scout = startMatchingWorker({ ...testStores, members, loaded }, testStores.run);
            return {
              stop: async () => {
                await (await scout).stop();
                atWork -= 1;
              },
            };
          },
          standBy: () => {
            const standby = startStandbyMembers({ ...testStores, members }, testStores.run);
            return {
              stop: async () => {
                loaded = await standby.stop();
              },
            };
          },
        },
      );
    };
    const leaders = [lead(), lead()];
    await find(40_000);
    await expect.poll(async () => (await readDeliveries()).length).toBe(near.length);
    near.push(await testStores.member({ zipCode: '48201' }));
    await testStores.deactivate(near.shift() ?? '');
    const [first] = leaders.filter(({ isLeading }) => isLeading());
    expect(leaders.filter(({ isLeading }) => isLeading())).toHaveLength(1);
    await first?.stop();
    await expect.poll(() => leaders.some(({ isLeading }) => isLeading())).toBe(true);
    await find(30_000);
    await expect.poll(async () => new Set(await readDeliveries()).size).toBe(2 * near.length);
    expect(await readDeliveries()).toHaveLength(2 * near.length);
    expect(most).toBe(1);
    expect(warmPositions).toEqual([null, expect.any(Number)]);
    await Promise.all(leaders.map(({ stop }) => stop()));
    await close();
  });

  it('Two scouts that were started by mistake notify no member twice even while both work', async () => {
    const scouts: MatchingWorker[] = [
      await startMatchingWorker(testStores, testStores.run),
      await startMatchingWorker({ ...testStores, members: createMemberIndex(testStores.gazetteer) }, testStores.run),
    ];
    await Promise.all(scouts.map(({ ready }) => ready));
    for (let n = 0; n < 5; n += 1) await find(20_000 + n);
    const head = await testStores.events.head();
    for (const { position } of scouts) await expect.poll(() => position() >= head).toBe(true);
    expect((await readDeliveries()).toSorted()).toEqual([...new Set(await readDeliveries())].toSorted());
    expect(await readDeliveries()).toHaveLength(5 * near.length);
    await Promise.all(scouts.map(({ stop }) => stop()));
  });
});
