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
import { createChainProjection } from '../hash-chain/chain-projection.ts';
import { parsePublicKeys } from '../hash-chain/check-seals.ts';
import { createBatchSubscriber } from '../projection/batch-subscriber.ts';
import { runToHead } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { loadSealKey } from '../hash-chain/seal-key.ts';
import { verifyChain } from '../verification/verify-chain.ts';

/** A log in files with the chain beside it, sealed on request, and functions that tamper with it. */
export async function createChainedLog() {
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  const file = join(folder, 'events.sqlite');
  const events = openSqliteEventStore(file);
  const views = openSqliteViewStore(join(folder, 'history.sqlite'));
  const documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  const gathering = createChainProjection(views);
  const key = await loadSealKey(documents, Buffer.alloc(32, 7), () => new Date());
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
    /** Seals the log as the stored chain has it. */
    seal: async (day: string) => {
      const end = gathering.end();
      if (!end) throw new Error('There is nothing to seal');
      const { ordinal, position, hash } = end;
      const seal = key.sign({ ordinal, position, hash: hash.toString('hex'), at: `${day}T00:00:00.000Z` });
      const { revision } = await events.read(sealStream);
      await append('seal', revision, seal, 'LogSealed');
      await keep();
    },
    /** Runs SQL on the file of the log, as an attacker with access to it could. */
    alter: (sql: string) => alterFile(file, sql),
    verify: (keys = [key.publicKey]) =>
      verifyChain({ encryptedEvents: events, chain: createStoredChain(views), keys: parsePublicKeys(keys) }),
    end: async () => {
      await Promise.all([events.close(), views.close(), documents.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
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
