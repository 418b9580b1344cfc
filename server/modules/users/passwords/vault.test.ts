import { createDecipheriv, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { type Credential, createBoundedQueue, createVault } from './vault.ts';

const key = randomBytes(32).toString('base64');
let documents: Documents;
beforeEach(() => {
  documents = openTemporaryDocuments();
});

const kept = async (recoverable: boolean) => {
  const vault = createVault({ documents, key, recoverable });
  await vault.save(await vault.hash('ann', 'house hunter'));
  return { vault, credential: await documents.get<Credential>('credentials', 'ann') };
};

describe('the vault', () => {
  it('The vault verifies a password and rejects any other', async () => {
    const { vault } = await kept(true);
    expect(await vault.verify('ann', 'house hunter')).toBe(true);
    expect(await vault.verify('ann', 'House hunter')).toBe(false);
    expect(await vault.verify('bob', 'house hunter')).toBe(false);
    expect(await vault.verify(null, 'house hunter')).toBe(false);
  });

  it('The vault reveals a password to authorised callers until it is deleted', async () => {
    const { vault } = await kept(true);
    expect(await vault.recover('ann')).toBe('house hunter');
    expect(await vault.recover('bob')).toBeNull();
    await vault.remove('ann');
    expect(await vault.recover('ann')).toBeNull();
    expect(await vault.verify('ann', 'house hunter')).toBe(false);
  });

  it('The vault reveals nothing under another key, for another user, after tampering, or where revealing is off', async () => {
    const { credential } = await kept(true);
    if (!credential?.recoverable) throw new Error('nothing was kept');
    const other = createVault({ documents, key: randomBytes(32).toString('base64'), recoverable: true });
    expect(await other.recover('ann')).toBeNull();
    expect(await createVault({ documents, key, recoverable: false }).recover('ann')).toBeNull();
    const vault = createVault({ documents, key, recoverable: true });
    await documents.put('credentials', { ...credential, id: 'bob' });
    expect(await vault.recover('bob')).toBeNull();
    const altered = Buffer.from(credential.recoverable.text, 'base64').fill(0).toString('base64');
    await vault.save({ ...credential, recoverable: { ...credential.recoverable, text: altered } });
    expect(await vault.recover('ann')).toBeNull();
  });

  it('The vault stores a password as argon2id with 19 MiB and 2 passes', async () => {
    const { credential } = await kept(true);
    expect(credential?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
    expect(JSON.stringify(credential)).not.toContain('house hunter');
  });

  it('The vault seals the recoverable form under the key and for that user alone', async () => {
    const { credential } = await kept(true);
    const opened = (owner: string) => {
      const { iv = '', tag = '', text = '' } = credential?.recoverable ?? {};
      const cipher = createDecipheriv('aes-256-gcm', deriveKey(key, 'password recovery'), Buffer.from(iv, 'base64'));
      cipher.setAAD(Buffer.from(owner)).setAuthTag(Buffer.from(tag, 'base64'));
      return cipher.update(text, 'base64', 'utf8') + cipher.final('utf8');
    };
    expect(opened('ann')).toBe('house hunter');
    expect(() => opened('bob')).toThrow();
  });

  it('The vault stores nothing recoverable where revealing is off', async () => {
    const { credential } = await kept(false);
    expect(credential?.recoverable).toBeNull();
  });
});

describe('queued jobs', () => {
  it('A password is verified before the new ones that wait, such as those of an import', async () => {
    const { vault } = await kept(false);
    const done: string[] = [];
    const hashes = Array.from({ length: 20 }, async () => {
      await vault.hash('new', 'correct horse');
      done.push('hashed');
    });
    await vault.verify('ann', 'house hunter');
    done.push('verified');
    await Promise.all(hashes);
    expect(done.indexOf('verified')).toBeLessThan(10);
  });

  it('Queued jobs are refused when too many wait, and the others run in order', async () => {
    const enqueue = createBoundedQueue({ concurrency: 1, maxWaiting: 2 });
    const done: number[] = [];
    const gate = Promise.withResolvers<undefined>();
    const jobs = [0, 1, 2].map((n) =>
      enqueue(async () => {
        await gate.promise;
        done.push(n);
      }),
    );
    expect(() => enqueue(() => Promise.resolve())).toThrow(/Too many people/);
    gate.resolve(undefined);
    await Promise.all(jobs);
    expect(done).toEqual([0, 1, 2]);
    await enqueue(() => Promise.resolve());
  });
});
