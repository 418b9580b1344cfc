import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMongoDocuments } from '#projections/store/mongo/mongo.ts';
import { createTestDatabase, isServerMissing } from '#projections/store/testing/test-database.ts';
import type { ListedDocuments } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { adminCredentials, startTestServer } from '#server/testing/test-server.ts';
import { deleteRecoverablePasswords } from './delete-recoverable-passwords.ts';
import { type Credential, credentialsSpace, createVault } from './vault.ts';

const key = randomBytes(32).toString('base64');

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

function describeDropping(name: string, open: () => ListedDocuments) {
  describe(`Passwords that can be shown, in ${name},`, () => {
    let documents: ListedDocuments;
    beforeEach(() => {
      documents = open();
    });
    afterEach(() => documents.close());

    const vault = () => createVault({ documents, key, recoverable: true });
    const of = (id: string) => documents.get<Credential>(credentialsSpace, id);
    const keepMany = async () => {
      const made = await vault().hash('ann', 'house hunter');
      const ids = ['ann', ...Array.from({ length: 12 }, (_, n) => `u-${n}`)];
      await Promise.all(ids.map((id) => vault().save({ ...made, id })));
      await vault().save({ id: 'bob', hash: 'his', recoverable: null });
      return { made, ids };
    };

    it('Recoverable passwords are deleted once, and their users sign in as before', async () => {
      const { made, ids } = await keepMany();
      expect(await vault().recover('ann')).toBe('house hunter');
      expect(await deleteRecoverablePasswords(documents, 5)).toBe(ids.length);
      for (const id of ids) expect(await of(id)).toEqual({ id, hash: made.hash, recoverable: null });
      expect(await of('bob')).toEqual({ id: 'bob', hash: 'his', recoverable: null });
      expect(await vault().recover('ann')).toBeNull();
      expect(await vault().verify('ann', 'house hunter')).toBe(true);
      expect(await deleteRecoverablePasswords(documents)).toBe(0);
    });

    it('Recoverable passwords are deleted by the next run where a deletion was interrupted', async () => {
      const { ids } = await keepMany();
      let pages = 0;
      const failing: typeof documents = {
        ...documents,
        list: (...query) => (++pages === 2 ? Promise.reject(new Error('cut short')) : documents.list(...query)),
      };
      await expect(deleteRecoverablePasswords(failing, 5)).rejects.toThrow('cut short');
      expect(await deleteRecoverablePasswords(documents, 5)).toBe(ids.length + 1 - 5);
    });

    it('The deletion of recoverable passwords does not restore a password that is changed at that moment', async () => {
      await keepMany();
      const later = await vault().hash('ann', 'another one');
      let isChanged = false;
      const changing: typeof documents = {
        ...documents,
        compareAndSet: async (space, ...change) => {
          if (!isChanged) await vault().save(later);
          isChanged = true;
          return documents.compareAndSet(space, ...change);
        },
      };
      await deleteRecoverablePasswords(changing);
      expect(await of('ann')).toEqual(later);
      await deleteRecoverablePasswords(documents);
      expect(await of('ann')).toEqual({ ...later, recoverable: null });
    });
  });
}

describeDropping('SQLite', () => openSqliteDocuments(join(folder, 'vault.sqlite')));

describe.skipIf(isServerMissing)('On a server (skipped where MONGODB_URL is not set)', () => {
  const databases: ReturnType<typeof createTestDatabase>[] = [];
  afterAll(async () => {
    for (const { drop } of databases) await drop();
  });
  describeDropping('MongoDB', () => {
    const database = createTestDatabase();
    databases.push(database);
    return openMongoDocuments(database.url);
  });
});

it('A server whose PASSWORD_REVEAL is off keeps nothing in its files that an earlier one could show', async () => {
  const first = await startTestServer({ DATA_DIR: folder });
  await first.newClient().register('ann@x.com', 'house hunter');
  await first.close();
  const boxes = () =>
    readdirSync(folder)
      .filter((file) => file.startsWith('vault.sqlite'))
      .filter((file) => readFileSync(join(folder, file), 'latin1').includes('"recoverable":{'));
  expect(boxes()).toEqual(['vault.sqlite']);
  const second = await startTestServer({ DATA_DIR: folder, PASSWORD_REVEAL: 'off' });
  await expect.poll(boxes).toEqual([]);
  expect((await second.newClient().post('/api/login', { email: 'ann@x.com', password: 'house hunter' })).status).toBe(
    200,
  );
  expect((await second.newClient().post('/api/login', adminCredentials)).status).toBe(200);
  await second.close();
});
