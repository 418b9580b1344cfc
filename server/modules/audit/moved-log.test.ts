import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import {
  type FakeEventStoreDb,
  startFakeEventStoreDb,
} from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { copyLog } from '#server/cli/migrate/log.ts';
import { parsePublicKeys } from './hash-chain/check-seals.ts';
import { createStoredChain, chainView } from './hash-chain/chain-blocks.ts';
import { createChainProjection } from './hash-chain/chain-projection.ts';
import { createBatchSubscriber } from './projection/batch-subscriber.ts';
import { runToHead } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { createChainedLog } from './testing/chained-log.ts';
import { createTestHistory } from './testing/history-fixture.ts';
import { verifyChain } from './verification/verify-chain.ts';
import { allEvents } from './search/history-query.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
let double: FakeEventStoreDb;
let moved: EventStore;
beforeEach(async () => {
  log = await createChainedLog();
  await log.fill(40);
  await log.keep();
  await log.seal('2026-01-02');
  await log.fill(3);
  double = await startFakeEventStoreDb();
  moved = openEventStoreDb(double.url);
  await copyLog({ source: log.events, target: moved }, startPosition, () => undefined);
});
afterEach(async () => {
  await moved.close();
  await double.close();
  await log.end();
});

it('A moved log keeps its seals valid in an EventStoreDB, where positions differ', async () => {
  const keys = parsePublicKeys([log.publicKey]);
  const { events, difference, seals } = await verifyChain({ encryptedEvents: moved, chain: null, keys });
  expect([events, difference, seals.map(({ state }) => state)]).toEqual([44, null, ['good']]);
});

it('A moved log is chained, indexed, verified and read there as in any store', async () => {
  const views = openSqliteViewStore(`${log.folder}/moved.sqlite`);
  const chain = { name: 'hash-chain', declaration: chainView, projection: createChainProjection(views) };
  await runToHead(moved, createBatchSubscriber({ ...chain, events: moved, views }));
  const { reader: history, start } = createTestHistory({ events: moved, views });
  const projector = start();
  await projector.ready;
  const head = await moved.head();
  expect([...(await views.checkpoints()).values()]).toEqual([head, head]);
  const keys = parsePublicKeys([log.publicKey]);
  expect(await verifyChain({ encryptedEvents: moved, chain: createStoredChain(views), keys })).toMatchObject({
    events: 44,
    difference: null,
  });
  const page = async (before: number) => history.page(allEvents, { before, after: -Infinity }, 20);
  const first = await page(Infinity);
  const second = await page(first.events.at(-1)?.position ?? 0);
  expect([first.events.length, second.events.length, first.hasMore]).toEqual([20, 20, true]);
  const { events: seals } = await history.page(
    { ...allEvents, types: ['LogSealed'] },
    { before: Infinity, after: -Infinity },
    5,
  );
  expect(seals.map(({ stream }) => stream)).toEqual(['seal']);
  expect(await history.findAt(seals[0]?.position ?? startPosition)).toMatchObject({ type: 'LogSealed' });
  expect(await history.count()).toBe(44);
  await projector.stop();
  await views.close();
});
