import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createInstallation } from '#server/platform/storage/installation.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { genesisHash } from '../hash-chain/chain.ts';
import { createStoredChain } from '../hash-chain/chain-blocks.ts';
import { createChainedLog } from '../testing/chained-log.ts';
import { createThreadedCheck } from './check-in-threads.ts';
import { createVerificationService } from './verification-service.ts';

const dayMs = 24 * 60 * 60_000;
const ignore = () => undefined;
const logger = { info: ignore, warn: ignore, error: ignore, fatal: ignore };
let log: Awaited<ReturnType<typeof createChainedLog>>;
let now: Date;
let storageConfig: { dataDir: string; eventStoreUrl: null; mongoUrl: null };
let verify: (options?: { isFull: boolean }) => Promise<unknown>;
let close: () => Promise<void>;

beforeEach(async () => {
  log = await createChainedLog();
  storageConfig = { dataDir: log.folder, eventStoreUrl: null, mongoUrl: null };
  await createInstallation({ encryptedEvents: log.events, documents: log.documents }, storageConfig, () => new Date());
  await log.fill(1_100);
  await log.keep();
  await log.seal('2026-01-02');
  now = new Date('2026-01-02T04:00:00.000Z');
  const { leases, close: closeLeases } = openSqliteViewStore(join(log.folder, 'leases.sqlite'));
  const deps = {
    documents: log.documents,
    leases,
    storageConfig,
    log: logger,
    clock: () => now,
    count: log.events.head,
  };
  const service = createVerificationService(deps);
  verify = async (options) => {
    await service.begin(options);
    await service.waitUntilIdle();
    return (await service.state()).last;
  };
  close = async () => {
    await service.stop();
    await closeLeases();
    await log.end();
  };
});
afterEach(() => close());

it('The service verifies the whole log first, then from the last verified seal on, and the whole log when asked', async () => {
  const at = now.toISOString();
  expect(await verify()).toMatchObject({ ok: true, from: 1, events: 1_102, earlier: null });
  now = new Date(now.getTime() + dayMs);
  expect(await verify()).toMatchObject({ ok: true, from: 1_102, events: 1_102, earlier: { at, fullAt: at } });
  expect(await verify({ isFull: true })).toMatchObject({ ok: true, from: 1, events: 1_102, earlier: null });
});

it('The service verifies the whole log again a week after it last did', async () => {
  await verify();
  now = new Date(now.getTime() + 7 * dayMs - 1);
  expect(await verify()).toMatchObject({ from: 1_102 });
  now = new Date(now.getTime() + 1);
  expect(await verify()).toMatchObject({ from: 1 });
});

it('The service reports an altered log until its events are restored, wherever the change is', async () => {
  await verify();
  const replace = (from: string, to: string) =>
    log.alter(`UPDATE events SET data = replace(data, '${from}', '${to}') WHERE position = 9`);
  replace('Smith', 'Smyth');
  expect(await verify()).toMatchObject({ ok: true, from: 1_102 });
  expect(await verify({ isFull: true })).toMatchObject({ ok: false, difference: { position: 9 } });
  expect(await verify()).toMatchObject({ ok: false, from: 1, difference: { position: 9 } });
  replace('Smyth', 'Smith');
  expect(await verify()).toMatchObject({ ok: true, from: 1 });
  expect(await verify()).toMatchObject({ ok: true, from: 1_102 });
});

it('Threads compare blocks with the log of an installation, and find nothing sound where there is none', async () => {
  const chain = createStoredChain(log.views);
  const blocks = (await Promise.all([0, 1].map((index) => chain.block(index)))).flatMap((block) => block ?? []);
  const range = { after: startPosition, before: genesisHash, blocks, hasTree: true };
  const check = createThreadedCheck(storageConfig);
  const sound = { root: expect.any(Uint8Array) as Uint8Array, seals: [] };
  expect(await check(range)).toEqual([sound, sound]);
  log.alter(`UPDATE events SET type = 'Forged' WHERE position = 600`);
  expect(await check(range)).toEqual([sound]);
  expect(await createThreadedCheck({ ...storageConfig, dataDir: '/nowhere' })(range)).toEqual([]);
});
