import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { Blobs } from '#projections/store/blobs/port.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { createTestDatabase, isServerMissing } from '#projections/store/testing/test-database.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { createBlobs } from '#server/platform/storage/blobs.ts';
import { openStores, type Stores } from '#server/platform/storage/stores.ts';
import { assertNoUnfinishedMigration } from '#server/platform/storage/migration-marker.ts';
import { readInstallationFile } from '#server/platform/storage/installation-file.ts';
import { testInstallation } from '#server/testing/test-installation.ts';
import { moveInstallation } from './installation.ts';
import { fillInstallation, installationKey, crashAfterWrites } from '../testing/installation.ts';

type Named = Stores & { blobs: Blobs; name: string; storageConfig: StorageConfig };

let folder: string;
const ending: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const at = async (name: string, engines: { eventStoreUrl?: string; mongoUrl?: string } = {}): Promise<Named> => {
  const storageConfig = {
    dataDir: join(folder, name),
    eventStoreUrl: null,
    mongoUrl: null,
    credentialKey: installationKey,
    ...engines,
  };
  const stores = await openStores(storageConfig);
  ending.push(stores.close);
  return { ...stores, blobs: createBlobs(storageConfig, stores.documents), name, storageConfig };
};
const onDouble = async () => {
  const double = await startFakeEventStoreDb();
  ending.push(double.close);
  return double.url;
};
const move = (source: Named, target: Named) => moveInstallation({ source, target, key: installationKey });
/** All events without their positions, in the order of the log. */
const logOf = async ({ events }: Stores) =>
  (await events.readAll(startPosition, 100_000)).map(({ position: _, ...event }) => event);
const credentials = ({ documents }: Stores) => documents.page('credentials', '', 10);
/** The event after which the scout continues. */
const scoutIsAt = async ({ events, documents }: Stores) => {
  const { position } = (await documents.get<{ id: string; position: number }>('checkpoints', 'matching')) ?? {};
  return (await events.readAll(startPosition, 100_000)).find((event) => event.position === position)?.id;
};

type Engines = { name: string; skip: boolean; open: () => Promise<Named> };
const shapes: Engines[] = [
  {
    name: 'the log in an EventStoreDB',
    skip: false,
    open: async () => at('engines', { eventStoreUrl: await onDouble() }),
  },
  {
    name: 'the log in an EventStoreDB, the documents in a MongoDB',
    skip: isServerMissing,
    open: async () => {
      const database = createTestDatabase();
      ending.push(database.drop);
      return at('engines', { eventStoreUrl: await onDouble(), mongoUrl: database.url });
    },
  },
];

for (const { name, skip, open } of shapes) {
  describe.skipIf(skip)(`an installation moves: ${name}`, () => {
    it('An installation moves there and back, with equal data in the end, and continues from the same checkpoints', async () => {
      const here = await at('here');
      await fillInstallation(here, 300);
      const there = await open();
      const moved = await move(here, there);
      expect(await logOf(there)).toEqual(await logOf(here));
      expect(moved).toMatchObject({ before: 0, copied: 751, log: { count: 751 }, documents: { count: 8 } });
      expect(await scoutIsAt(there)).toBe(await scoutIsAt(here));
      expect(await scoutIsAt(there)).toEqual(expect.any(String));

      const back = await at('back');
      expect((await move(there, back)).log).toEqual(moved.log);
      expect(await logOf(back)).toEqual(await logOf(here));
      expect(readInstallationFile(back.storageConfig.dataDir)).toEqual(testInstallation);
      for (const space of ['credentials', 'checkpoints', 'failed-events', 'digests', 'key-check', 'installation']) {
        expect(await back.documents.page(space, '', 10)).toEqual(await here.documents.page(space, '', 10));
      }
      expect((await back.documents.page('webhook-deliveries', '', 10)).map(({ doc }) => doc.id)).toEqual(['w']);
      expect(await back.documents.page('sessions', '', 10)).toEqual([]);
    });

    it('An installation moves with its pictures', async () => {
      const [here, there] = [await at('here'), await open()];
      await fillInstallation(here, 1);
      await here.documents.put('pictures', { id: 'p' });
      await here.blobs.put('p-small', Buffer.from('small'));
      await here.blobs.put('p-large', Buffer.from('large'));
      expect(await move(here, there)).toMatchObject({ pictures: 1 });
      expect([await there.blobs.get('p-small'), await there.blobs.get('p-large')].map(String)).toEqual([
        'small',
        'large',
      ]);
    });

    it('An installation moves with personal data encrypted as before', async () => {
      const here = await at('here');
      await fillInstallation(here, 3);
      const by = { actor: 'ann', commandId: 'c', correlationId: 'c', at: '2026-01-02T00:00:00.000Z' };
      const registered = (userId: string) => ({
        id: randomUUID(),
        type: 'UserRegistered',
        data: { userId, email: `${userId}@plain.example`, role: 'none' },
      });
      await here.events.append('user-ann', [registered('ann')], -1, by);
      await here.events.append('user-gone', [registered('gone')], -1, by);
      await here.subjectKeys.destroy('gone', by.at);
      const there = await open();
      await move(here, crashAfterWrites(there, 4, 'unheard')).catch(() => null);
      await move(here, there);
      await move(here, there);
      const raw = JSON.stringify(await there.encryptedEvents.readAll(startPosition, 1_000));
      expect(raw).not.toContain('plain.example');
      const emailOf = async (stores: Named, id: string) => (await stores.events.read(userStream(id))).events[0]?.data;
      expect(await emailOf(there, 'ann')).toMatchObject({ email: 'ann@plain.example' });
      expect(await emailOf(there, 'gone')).toMatchObject({ email: '[erased]' });

      const back = await at('back');
      await move(there, back);
      expect(await emailOf(back, 'ann')).toMatchObject({ email: 'ann@plain.example' });
      expect(await back.encryptedEvents.readAll(startPosition, 1_000)).toHaveLength(
        (await here.encryptedEvents.readAll(startPosition, 1_000)).length,
      );
    });

    it('An installation moves also when it is killed at any write, and run again', async () => {
      const here = await at('here');
      await fillInstallation(here, 9);
      const there = await open();
      let interrupted = 0;
      for (const lastWrite of ['lost', 'unheard'] as const) {
        for (let k = 0; k < 10; k += 1) {
          const dying = crashAfterWrites(there, k, lastWrite);
          const outcome = await move(here, dying).catch((error: unknown) => error);
          if (!(outcome instanceof StoreUnavailable)) continue;
          interrupted += 1;
          const read = await logOf(there);
          expect(read).toEqual((await logOf(here)).slice(0, read.length));
        }
      }
      expect(interrupted).toBeGreaterThan(10);
      await move(here, there);
      expect(await logOf(there)).toEqual(await logOf(here));
      expect(await scoutIsAt(there)).toBe(await scoutIsAt(here));
      expect(await credentials(there)).toEqual(await credentials(here));
    });

    it('An installation moves again after further changes: new data is added, removed data is deleted, and no session is left', async () => {
      const here = await at('here');
      await fillInstallation(here, 6);
      const there = await open();
      await move(here, there);
      const by = { actor: 'ann', commandId: 'x', correlationId: 'x', at: '2026-01-02T00:00:00.000Z' };
      await there.events.append('new', [{ id: randomUUID(), type: 'Happened', data: {} }], -1, by);
      await there.documents.remove('credentials', 'bob');
      await there.documents.put('credentials', { id: 'ann', hash: 'changed' } as { id: string });
      await there.documents.put('checkpoints', { id: 'matching', position: await there.events.head() } as {
        id: string;
      });

      expect(await move(there, here)).toMatchObject({ before: 14, copied: 1 });
      expect(await logOf(here)).toEqual(await logOf(there));
      expect(await credentials(here)).toEqual([{ doc: { id: 'ann', hash: 'changed' }, expires: null }]);
      expect(await here.documents.get('sessions', 's')).toBeNull();
      expect(await scoutIsAt(here)).toBe((await logOf(here)).at(-1)?.id);
    });
  });
}

describe('a migration is rejected, and changes nothing,', () => {
  it('A migration is rejected, and changes nothing, where the target holds another log', async () => {
    const [here, there] = [await at('here'), await at('there')];
    await fillInstallation(here, 6);
    const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
    await there.events.append('other', [{ id: randomUUID(), type: 'Happened', data: {} }], -1, by);
    await expect(move(here, there)).rejects.toThrow(
      'The target is not empty, and its event 1 (Happened in other) is not that of the source',
    );
    expect(await there.documents.spaces()).toEqual(['key-check']);
    await assertNoUnfinishedMigration(there.documents, 'It');
  });

  it('A migration is rejected, and changes nothing, where the target holds more than the source', async () => {
    const [here, there] = [await at('here'), await at('there')];
    await fillInstallation(here, 6);
    await fillInstallation(there, 7);
    await expect(move(here, there)).rejects.toThrow('The target is not empty, and its event 15 (Happened0 in s-0)');
    await assertNoUnfinishedMigration(there.documents, 'It');
  });

  it('A migration is rejected, and changes nothing, where one side has another key', async () => {
    const [here, there] = [await at('here'), await at('there')];
    await fillInstallation(here, 2);
    const other = Buffer.alloc(32, 8).toString('base64');
    await expect(moveInstallation({ source: here, target: there, key: other })).rejects.toThrow(
      'The accounts in here were made under another key',
    );
    expect(await logOf(there)).toEqual([]);
  });

  it('A migration is rejected, and changes nothing, where a server is at work on either side', async () => {
    const [here, there] = [await at('here'), await at('there')];
    const turn = await there.views.leases.acquire('scout', 'a server', 60_000);
    await expect(move(here, there)).rejects.toThrow('A server is at work on there: stop all of them');
    if (turn) await there.views.leases.release(turn);
    await move(here, there);
  });

  it('A migration is rejected, and changes nothing, from an incomplete copy', async () => {
    const [here, there, third] = [await at('here'), await at('there'), await at('third')];
    await fillInstallation(here, 6);
    await expect(move(here, crashAfterWrites(there, 4, 'lost'))).rejects.toThrow('killed');
    await expect(move(there, third)).rejects.toThrow('there was copied into in part only: run the same');
    await move(here, there);
    await move(there, third);
    expect(await logOf(third)).toEqual(await logOf(here));
  });
});
