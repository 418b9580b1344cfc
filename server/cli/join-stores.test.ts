import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { systemClock } from '#server/lib/clock.ts';
import { loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import { assertAlone } from '#server/platform/presence/assert-alone.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { isServerMissing, startTestEngines, type TestEngines } from '#server/testing/engines.ts';
import { joinStores } from './join-stores.ts';

describe.skipIf(isServerMissing)('a command that writes beside the servers', () => {
  let engines: TestEngines;
  let storageConfig: StorageConfig;
  beforeEach(async () => {
    engines = await startTestEngines();
    storageConfig = loadStorageConfig({ ...engines.env, DATA_DIR: createTestFolder() });
  });
  afterEach(() => engines.stop());
  const joinAsFeed = () =>
    joinStores(storageConfig, { role: 'feed', clock: systemClock, log: pino({ level: 'silent' }) });

  it('A command that writes beside the servers is seen by those that need all processes stopped, until it has ended', async () => {
    const { leave } = await joinAsFeed();
    const { documents, close } = await openStores(storageConfig);
    await expect(assertAlone(documents, 'MONGODB_URL')).rejects.toThrow(
      /^A server is at work on MONGODB_URL \(feed \d+\.\d+\.\d+\)/,
    );
    await leave();
    expect(await documents.page(documentSpaces.presence, '', 10)).toEqual([]);
    await close();
  });

  it('A command that writes beside the servers is refused while a key is being changed, and leaves nothing behind', async () => {
    const { documents, close } = await openStores(storageConfig);
    const rotation = { id: 'rotation', from: 'a', to: 'b' };
    await documents.put(documentSpaces.keyRotation, rotation);
    await expect(joinAsFeed()).rejects.toThrow('was changed in part only');
    expect(await documents.page(documentSpaces.presence, '', 10)).toEqual([]);
    await close();
  });
});
