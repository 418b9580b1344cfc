import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { StartupError } from '#server/lib/errors.ts';
import { noStream } from '#server/platform/event-store/port.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { openTestInstallation } from '#server/testing/test-installation.ts';
import { discardDamagedViews, openLog, openStores } from './stores.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const here = (engines: Partial<StorageConfig> = {}): StorageConfig => ({
  dataDir,
  eventStoreUrl: null,
  mongoUrl: null,
  ...engines,
});
const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
const event = { id: '0e3a1d6e-6f0f-4a55-8f0c-1f5f4f0a8a11', type: 'Happened', data: {} };
const rubbish = (name: string) => writeFileSync(join(dataDir, name), 'rubbish '.repeat(1_000));

describe('the stores', () => {
  it('The stores keep their data over a restart', async () => {
    const first = await openStores(here());
    await first.events.append('s', [event], noStream, by);
    await first.documents.put('sessions', { id: 'a' });
    await first.close();
    expect(readdirSync(dataDir).toSorted()).toEqual(['events.sqlite', 'lock.sqlite', 'vault.sqlite', 'views.sqlite']);

    const second = await openStores(here());
    expect(await second.events.readAll(startPosition, 5)).toHaveLength(1);
    expect(await second.documents.get('sessions', 'a')).toEqual({ id: 'a' });
    await second.close();
  });

  it('The stores are rejected while another process has them open', async () => {
    const first = await openStores(here());
    await expect(openStores(here())).rejects.toThrow('Another process is already using DATA_DIR');
    await first.close();
    await (await openStores(here())).close();
  });

  it.each([
    ['events.sqlite', 'Restore it from a backup'],
    ['vault.sqlite', 'Restore it from a backup'],
    ['views.sqlite', 'Run `npm run rebuild`'],
  ])(
    'The stores are rejected with one sentence and some advice when %s is damaged, and leave the folder free',
    async (name, advice) => {
      rubbish(name);
      const refused = openStores(here());
      await expect(refused).rejects.toBeInstanceOf(StartupError);
      await expect(refused).rejects.toThrow(
        `DATA_DIR ${dataDir}: ${name} is damaged (file is not a database). ${advice}`,
      );
      rmSync(join(dataDir, name));
      await (await openStores(here())).close();
    },
  );

  it('The stores are rejected when a folder is in the place of a file', async () => {
    mkdirSync(join(dataDir, 'events.sqlite'));
    await expect(openStores(here())).rejects.toThrow(
      'events.sqlite cannot be used: it is a folder and should be a file',
    );
  });
});

describe('external engines', () => {
  const nobody = { eventStoreUrl: 'esdb://127.0.0.1:1?tls=false', mongoUrl: 'mongodb://127.0.0.1:1/none' };

  it('External engines need not be reachable yet, and leave the data folder unlocked', async () => {
    const both = [await openStores(here(nobody)), await openStores(here(nobody))];
    expect(readdirSync(dataDir)).toEqual([]);
    await expect(both[0]?.events.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(both[0]?.documents.get('sessions', 'a')).rejects.toBeInstanceOf(StoreUnavailable);
    for (const stores of both) await stores.close();
  });

  it.each([
    ['eventStoreUrl', ['lock.sqlite', 'vault.sqlite', 'views.sqlite']],
    ['mongoUrl', ['events.sqlite', 'lock.sqlite']],
  ] as const)(
    'External engines may be one alone: with %s the rest lies in the data folder, locked',
    async (engine, files) => {
      const places = here({ [engine]: nobody[engine] });
      const stores = await openStores(places);
      await expect(openStores(places)).rejects.toThrow('Another process is already using DATA_DIR');
      await stores.close();
      expect(readdirSync(dataDir).toSorted()).toEqual(files);
    },
  );

  it.each([
    ['eventStoreUrl', 'esdb://ann:sesame@host?tls=perhaps'],
    ['mongoUrl', 'mongodb://ann:sesame@host:port/name'],
  ] as const)(
    'External engines are refused without a word of what was given where %s cannot be read',
    async (engine, url) => {
      const refused = openStores(here({ [engine]: url }));
      await expect(refused).rejects.toBeInstanceOf(StartupError);
      await expect(refused).rejects.toThrow(/^(EVENTSTORE|MONGODB)_URL must be an address(?!.*sesame)/);
      await (await openStores(here())).close();
    },
  );
});

describe('the log alone', () => {
  it('The log alone can be read beside a running server, and after it has stopped', async () => {
    const stores = await openTestInstallation(dataDir);
    await stores.events.append('s', [event], noStream, by);
    const beside = await openLog(here());
    expect(await beside.readAll(startPosition, 5)).toHaveLength(2);
    await beside.close();
    await stores.close();

    const after = await openLog(here());
    expect(await after.readAll(startPosition, 5)).toHaveLength(2);
    await after.close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('lock'))).toEqual(['lock.sqlite']);
  });

  it('The log alone is rejected with a sentence where there is none, and none is created', async () => {
    await expect(openLog(here())).rejects.toThrow(`There is no log in DATA_DIR ${dataDir}`);
    const nowhere = { ...here(), dataDir: join(dataDir, 'nowhere') };
    await expect(openLog(nowhere)).rejects.toThrow('There is no log in DATA_DIR');
    expect(readdirSync(dataDir)).toEqual([]);
    rubbish('events.sqlite');
    await expect(openLog(here())).rejects.toThrow('events.sqlite is damaged');
  });
});

describe('damaged views', () => {
  it('Damaged views are discarded, intact ones are kept', async () => {
    await (await openStores(here())).close();
    expect(await discardDamagedViews(here())).toBe(false);
    rubbish('views.sqlite');
    expect(await discardDamagedViews(here())).toBe(true);
    await (await openStores(here())).close();
  });

  it('Damaged views are kept where something else is wrong', async () => {
    mkdirSync(join(dataDir, 'views.sqlite'));
    await expect(discardDamagedViews(here())).rejects.toThrow('it is a folder and should be a file');
    expect(readdirSync(dataDir)).toContain('views.sqlite');
  });

  it('Damaged views are kept where a server is running', async () => {
    const stores = await openStores(here());
    await expect(discardDamagedViews(here())).rejects.toThrow('Another process');
    await stores.close();
  });
});
