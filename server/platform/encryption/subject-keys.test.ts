import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMongoDocuments } from '#projections/store/mongo/mongo.ts';
import { createTestDatabase, isServerMissing } from '#projections/store/testing/test-database.ts';
import { type ListedDocuments, StoreDamaged } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { assertSameKey } from './key-check.ts';
import { endRotation, rotateKeys } from './key-rotation.ts';
import { createSubjectKeys, encryptedSubjectKeys, type SubjectKeys, subjectKeysSpace } from './subject-keys.ts';

const credentialKey = randomBytes(32).toString('base64');
const at = '2026-03-01T12:00:00.000Z';

const ensureKey = async (keys: Pick<SubjectKeys, 'ensure'>, subject: string) =>
  (await keys.ensure(new Set([subject]))).get(subject);

function describeSubjectKeys(name: string, opened: () => { documents: ListedDocuments; end: () => Promise<void> }) {
  describe(`The keys of subjects in ${name}`, () => {
    let documents: ListedDocuments;
    let end: () => Promise<void>;
    const process = (key = credentialKey) => createSubjectKeys({ documents, credentialKey: () => key });
    beforeEach(() => {
      ({ documents, end } = opened());
    });
    afterEach(async () => {
      await documents.close();
      await end();
    });

    const loaded = async (keys: ReturnType<typeof process>, subject: string) =>
      (await keys.load(new Set([subject]))).get(subject);

    it('The keys of subjects are created once, by the first caller, and are known to all processes from then on', async () => {
      const made = await Promise.all(Array.from({ length: 8 }, () => ensureKey(process(), 'ann')));
      expect(new Set(made.map((key) => key?.toString('hex'))).size).toBe(1);
      expect(made[0]).toHaveLength(32);
      expect(await loaded(process(), 'ann')).toEqual(made[0]);
      expect(await ensureKey(process(), 'bob')).not.toEqual(made[0]);
    });

    it('The keys of subjects are stored wrapped, each bound to its subject', async () => {
      const key = await ensureKey(process(), 'ann');
      const doc = await documents.get<{ id: string; wrapped: string }>(subjectKeysSpace, 'ann');
      expect(doc?.wrapped).not.toContain(key?.toString('base64'));
      await documents.put(subjectKeysSpace, { id: 'bob', wrapped: doc?.wrapped } as { id: string });
      expect(await loaded(process(), 'bob')).toBeInstanceOf(StoreDamaged);
      const ofOther = await loaded(process(randomBytes(32).toString('base64')), 'ann');
      expect(ofOther).toMatchObject({ message: expect.stringContaining('CREDENTIAL_KEY of then') as string });
    });

    it('The keys of subjects are gone permanently once destroyed, also for a process that had them in memory', async () => {
      const [one, other] = [process(), process()];
      await ensureKey(one, 'ann');
      await ensureKey(other, 'ann');
      await one.destroy('ann', at);
      expect(one.cached('ann')).toBeNull();
      expect(await ensureKey(one, 'ann')).toBeNull();
      other.release('ann');
      expect(other.cached('ann')).toBeUndefined();
      expect(await loaded(other, 'ann')).toBeNull();
      expect(await ensureKey(process(), 'ann')).toBeNull();
      expect(await documents.get(subjectKeysSpace, 'ann')).toEqual({ id: 'ann', erasedAt: at });
      await one.destroy('ann', at);
      expect(await loaded(one, 'ann')).toBeNull();
    });

    it('The keys of subjects are loaded each time where another process may destroy them at any moment', async () => {
      const [one, other] = [process(), process()];
      await ensureKey(one, 'ann');
      other.release('ann');
      expect(await loaded(other, 'ann')).not.toBeNull();
      expect(other.cached('ann')).toBeUndefined();
      await one.destroy('ann', at);
      expect(await loaded(other, 'ann')).toBeNull();
    });

    it('The keys of subjects do not come back when a slow read races with a destruction', async () => {
      const keys = process();
      await ensureKey(keys, 'ann');
      const gate = Promise.withResolvers<unknown>();
      const slow: ListedDocuments = {
        ...documents,
        getMany: async (space, ids) => {
          const found = await documents.getMany(space, ids);
          await gate.promise;
          return found as never;
        },
      };
      const late = createSubjectKeys({ documents: slow, credentialKey: () => credentialKey });
      const looking = loaded(late, 'ann');
      await late.destroy('ann', at);
      gate.resolve(null);
      expect(await looking).toBeNull();
      expect(late.cached('ann')).toBeNull();
    });

    it('The keys of visits are destroyed for all days before a given one, and for no others', async () => {
      const keys = process();
      const days = Array.from({ length: 28 }, (_, n) => `visits-2026-02-${String(n + 1).padStart(2, '0')}`);
      for (const subject of ['a', ...days, 'zoe']) await ensureKey(keys, subject);
      await keys.destroyVisits('2026-02-15', at);
      await keys.destroyVisits('2026-02-15', `${at} again`);
      const left = await process().load(new Set(['a', ...days, 'zoe']));
      const gone = [...left].filter(([, key]) => key === null).map(([subject]) => subject);
      expect(gone).toEqual(days.slice(0, 14));
      expect(await documents.get(subjectKeysSpace, 'visits-2026-02-01')).toMatchObject({ erasedAt: at });
    });

    it('The keys of subjects are not created by a process that slept while the CREDENTIAL_KEY was changed', async () => {
      const next = randomBytes(32).toString('base64');
      await assertSameKey(documents, credentialKey, 'here');
      const sleeper = process();
      await ensureKey(sleeper, 'ann');
      await rotateKeys({ documents, stores: [encryptedSubjectKeys], from: credentialKey, to: next, where: 'here' });
      await expect(ensureKey(sleeper, 'bob')).rejects.toThrow(StoreDamaged);
      await endRotation(documents);
      await expect(ensureKey(sleeper, 'cid')).rejects.toThrow(/^The CREDENTIAL_KEY was changed/);
      expect(await documents.getMany(subjectKeysSpace, ['bob', 'cid'])).toEqual([null, null]);
      expect(await ensureKey(process(next), 'bob')).toHaveLength(32);
    });

    it('The keys of subjects count as damage where one is missing that was not destroyed', async () => {
      await ensureKey(process(), 'ann');
      const found = await process().load(new Set(['ann', 'lost']));
      expect(found.get('ann')).toHaveLength(32);
      expect(found.get('lost')).toMatchObject({
        name: 'StoreDamaged',
        message: expect.stringMatching(/^The key of the personal data of lost is missing/) as string,
      });
    });
  });
}

describeSubjectKeys('SQLite', () => {
  const folder = createTestFolder();
  const documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
  return {
    documents,
    end: () => {
      return Promise.resolve();
    },
  };
});

describe.skipIf(isServerMissing)('On a server (skipped where MONGODB_URL is not set)', () => {
  describeSubjectKeys('MongoDB', () => {
    const { url, drop } = createTestDatabase();
    return { documents: openMongoDocuments(url), end: drop };
  });
});

it('The cache keeps the most recently used of many keys in memory', async () => {
  const docs = new Map<string, { id: string }>();
  const keys = createSubjectKeys({
    credentialKey: () => credentialKey,
    documents: {
      get: () => Promise.resolve(null),
      getMany: (_space, ids) => Promise.resolve(ids.map((id) => docs.get(id) ?? null) as never),
      compareAndSet: (_space, ...[, doc]) => {
        if (doc) docs.set(doc.id, doc);
        return Promise.resolve(true);
      },
      put: () => Promise.resolve(),
      list: () => Promise.resolve({ docs: [] }),
      putAll: () => Promise.resolve(),
      removeAll: () => Promise.resolve(),
    },
  });
  const first = randomUUID();
  await ensureKey(keys, first);
  for (let n = 0; n < 50_000; n += 1) await ensureKey(keys, `s-${n}`);
  expect(keys.cached(first)).toBeUndefined();
  expect(keys.cached('s-49999')).toBeInstanceOf(Buffer);
  expect((await keys.load(new Set([first]))).get(first)).toBeInstanceOf(Buffer);
});
