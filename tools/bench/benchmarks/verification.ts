import { join } from 'node:path';
import { sealStream } from '#domain/event-catalog/streams.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { computeRoot } from '#server/lib/merkle-tree/proofs.ts';
import { chainView, createStoredChain } from '#server/modules/audit/hash-chain/chain-blocks.ts';
import { createChainProjection } from '#server/modules/audit/hash-chain/chain-projection.ts';
import { clearShutdownMarker } from '#server/modules/audit/hash-chain/chain-shutdown-marker.ts';
import { parsePublicKeys } from '#server/modules/audit/hash-chain/check-seals.ts';
import { extendTree } from '#server/modules/audit/hash-chain/extend-tree.ts';
import { loadSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { createTreeNodeReader } from '#server/modules/audit/hash-chain/tree-nodes.ts';
import { createBatchSubscriber } from '#server/modules/audit/projection/batch-subscriber.ts';
import { createThreadedCheck } from '#server/modules/audit/verification/check-in-threads.ts';
import { toVerifiedSeal } from '#server/modules/audit/verification/verified-seal.ts';
import { verifyChain } from '#server/modules/audit/verification/verify-chain.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openHistoryViews, openStores } from '#server/platform/storage/stores.ts';
import { runToHead } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { createFolder } from '../data/fill-folder.ts';
import { generateLog } from '../data/generate-log.ts';
import { type BenchResult, createResult } from '../result.ts';
import type { Bench } from '../setup.ts';

const eventsOfADay = 20_000;
type Log = { encryptedEvents: EventStore; views: ViewStore };

/** A sealed log in files with another day of events: verified whole, in one thread and in several, and from its seal on. */
export async function measureVerification(size: number, bench: Bench): Promise<BenchResult[]> {
  const storageConfig = { dataDir: await createFolder(bench), eventStoreUrl: null, mongoUrl: null };
  const stores = await openStores(storageConfig);
  const log = { encryptedEvents: stores.encryptedEvents, views: await openHistoryViews(storageConfig) };
  try {
    await clearShutdownMarker(log.views);
    await generateLog(log.encryptedEvents, size);
    const keys = parsePublicKeys([await sealLog(bench, log)]);
    await generateLog(log.encryptedEvents, eventsOfADay);
    await chainLog(log);
    const evidence = { ...log, keys, chain: createStoredChain(log.views) };
    const alone = await timeVerification(() => verifyChain(evidence));
    const checkBlocks = createThreadedCheck(storageConfig);
    const whole = await timeVerification(() => verifyChain({ ...evidence, checkBlocks }));
    const verifiedSeal = toVerifiedSeal(whole.verdict, null, new Date().toISOString());
    const partial = await timeVerification(() => verifyChain({ ...evidence, checkBlocks, verifiedSeal }));
    return toResults(alone, whole, partial);
  } finally {
    await Promise.all([stores.close(), log.views.close()]);
  }
}

async function chainLog({ encryptedEvents: events, views }: Log): Promise<void> {
  const projection = createChainProjection(views);
  const options = { name: 'hash-chain', declaration: chainView, projection, events, views };
  await runToHead(events, createBatchSubscriber({ ...options, onFailedEvent: 'stop' }));
  await extendTree(views, new AbortController().signal);
}

/** Chains and seals the log with a new key; its public key. */
async function sealLog(bench: Bench, log: Log): Promise<string> {
  await chainLog(log);
  const documents = openSqliteDocuments(join(await bench.folder(), 'key.sqlite'));
  const key = await loadSealKey(documents, 'bench', () => new Date());
  await documents.close();
  const chain = createStoredChain(log.views);
  const end = await chain.end();
  const block = await chain.block(Math.floor(((end?.ordinal ?? 1) - 1) / 512));
  if (end === null || block === null) throw new Error('The log was not chained');
  const { ordinal, position } = end;
  const root = await computeRoot(createTreeNodeReader(chain), { start: 0, end: ordinal });
  const hashes = { hash: block.hashes.subarray(-32).toString('hex'), treeSize: ordinal, root: root.toString('hex') };
  const at = new Date().toISOString();
  const data = key.sign({ ordinal, position, ...hashes, at });
  const metadata = { actor: 'system', commandId: 'seal', correlationId: 'seal', at };
  await log.encryptedEvents.append(sealStream, [{ id: crypto.randomUUID(), type: 'LogSealed', data }], -1, metadata);
  return key.publicKey;
}

async function timeVerification(verify: () => ReturnType<typeof verifyChain>) {
  const begun = performance.now();
  const verdict = await verify();
  if (verdict.difference !== null) throw new Error(verdict.difference.sentence);
  return { verdict, seconds: (performance.now() - begun) / 1_000 };
}

type Timed = Awaited<ReturnType<typeof timeVerification>>;

function toResults(alone: Timed, whole: Timed, partial: Timed): BenchResult[] {
  const { events, from } = partial.verdict;
  const toRate = ({ seconds }: Timed) => events / seconds;
  return [
    createResult({
      name: `history: verification, ${events.toLocaleString('en-US')} events`,
      value: toRate(whole),
      unit: 'events/s',
      better: 'higher',
      limit: 200_000,
      detail: { inOneThread: Math.round(toRate(alone)) },
    }),
    createResult({
      name: `history: verification from the last seal, ${(events - from + 1).toLocaleString('en-US')} events`,
      value: partial.seconds,
      unit: 's',
      better: 'lower',
      limit: 1,
    }),
  ];
}
