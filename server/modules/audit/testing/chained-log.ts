import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealStream } from '#domain/event-catalog/streams.ts';
import { openSqliteDocuments, openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createStoredChain, chainView } from '../hash-chain/chain-blocks.ts';
import { type ChainEnd, createChainProjection } from '../hash-chain/chain-projection.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { computeRoot } from '#server/lib/merkle-tree/proofs.ts';
import { createTreeNodeReader } from '../hash-chain/tree-nodes.ts';
import { createBatchSubscriber } from '../projection/batch-subscriber.ts';
import { runToHead } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { loadSealKey } from '../hash-chain/seal-key.ts';
import { type BlockRange, checkBlocks } from '../verification/check-blocks.ts';
import { type VerificationVerdict, verifyChain, type VerifyOptions } from '../verification/verify-chain.ts';

const credentialKey = Buffer.alloc(32, 7).toString('base64');

/** A log in files with the chain beside it, sealed on request, and functions that tamper with it. */
export async function createChainedLog() {
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  const file = join(folder, 'events.sqlite');
  const events = openSqliteEventStore(file);
  const views = openSqliteViewStore(join(folder, 'history.sqlite'));
  const documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  const gathering = createChainProjection(views);
  const key = await loadSealKey(documents, credentialKey, () => new Date());
  const stores = { encryptedEvents: events, chain: createStoredChain(views) };
  let written = 0;
  let time = Date.UTC(2026, 0, 1);

  const keep = () => catchUpChain(events, views, gathering);
  const append = async (stream: string, revision: number, data: unknown, type = 'NoteTaken') => {
    written += 1;
    const metadata = {
      actor: 'system',
      commandId: `c-${written}`,
      correlationId: `c-${written}`,
      at: new Date(time).toISOString(),
    };
    time += 1_000;
    await events.append(stream, [{ id: randomUUID(), type, data }], revision, metadata);
  };

  return {
    folder,
    events,
    views,
    documents,
    credentialKey,
    keep,
    key,
    publicKey: key.publicKey,
    chainEnd: gathering.end,
    /** The position of the next event. */
    setTime: (next: number) => {
      time = next;
    },
    fill: async (count: number) => {
      const appended = Array.from({ length: count }, (_, n) =>
        append(`thing-${n}-${written}`, noStream, { n, name: 'Smith' }),
      );
      await Promise.all(appended);
    },
    /** Seals the log as the stored chain has it, with another root where one is given; null stands for none. */
    seal: async (day: string, otherRoot?: string | null) => {
      const { ordinal, position, hash } = requireEnd(gathering.end());
      const root = await computeRoot(createTreeNodeReader(createStoredChain(views)), { start: 0, end: ordinal });
      const tree = otherRoot === null ? {} : { treeSize: ordinal, root: otherRoot ?? root.toString('hex') };
      const seal = key.sign({ ordinal, position, hash: hash.toString('hex'), ...tree, at: `${day}T00:00:00.000Z` });
      const { revision } = await events.read(sealStream);
      await append('seal', revision, seal, 'LogSealed');
      await keep();
    },
    /** Runs SQL on the file of the log, as an attacker with access to it could. */
    alter: (sql: string) => alterFile(file, sql),
    verify: (keys = [key.publicKey], options: SealOptions = {}) =>
      verifyBothWays({ ...stores, ...options, keys: parsePublicKeys(keys) }),
    end: async () => {
      await Promise.all([events.close(), views.close(), documents.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type SealOptions = Pick<VerifyOptions, 'verifiedSeal' | 'isFull'>;

/** Verifies event by event, and in blocks, which must not differ. */
async function verifyBothWays(options: VerifyOptions): Promise<VerificationVerdict> {
  const verdict = await verifyChain(options);
  const inBlocks = (range: BlockRange) => checkBlocks(options.encryptedEvents, range).catch(() => []);
  deepEqual(await verifyChain({ ...options, checkBlocks: inBlocks }), verdict);
  return verdict;
}

function requireEnd(end: ChainEnd | null): ChainEnd {
  if (end === null) throw new Error('There is nothing to seal');
  return end;
}

function alterFile(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Updates the chain to the end of the log. */
async function catchUpChain(
  events: EventStore,
  views: LeasedViewStore,
  projection: ReturnType<typeof createChainProjection>,
) {
  const options = { name: 'hash-chain', declaration: chainView, projection, events, views };
  await runToHead(events, createBatchSubscriber({ ...options, onFailedEvent: 'stop' }));
}
