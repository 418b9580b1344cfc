import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ListedDocuments, StoreUnavailable } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { loadSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { createSubjectKeys } from './subject-keys.ts';
import { encryptedStores } from '#server/cli/encrypted-stores.ts';
import { deriveKey } from './derive-key.ts';
import { createDerivedSecrets } from './derived-secrets.ts';
import { endRotation, isRotatedTo, assertNoUnfinishedRotation, rotateKeys } from './key-rotation.ts';
import { assertSameKey } from './key-check.ts';
import { encryptText, type EncryptedText, decryptText } from './encrypted-text.ts';
import { createVault } from '#server/modules/users/passwords/vault.ts';

const [from, to] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const at = '2026-03-01T12:00:00.000Z';
const subjects = ['ann', 'bob', 'visits-2026-03-01'];
const where = 'DATA_DIR';

let documents: ListedDocuments;
beforeEach(async () => {
  documents = openTemporaryDocuments();
  await assertSameKey(documents, from, where);
});

const vaultOf = (key: string) => createVault({ documents, key, recoverable: true });
const keysOf = (key: string) => createSubjectKeys({ documents, credentialKey: () => key });
const rootsOf = async (key: string) => {
  const roots = createDerivedSecrets({ documents, credentialKey: () => key });
  await roots.load();
  return (['email claims', 'mail links'] as const).map((purpose) => roots.get(purpose).toString('hex'));
};
type Sealed = { id: string; sealed: EncryptedText };
const feedKey = (key: string) => deriveKey(key, 'saved feeds');
const sellerKey = (key: string) => deriveKey(key, 'seller contacts');
const expires = Date.now() + 3_600_000.5;

/** One sample of everything that is encrypted, with its plaintext. */
async function fill() {
  const keys = keysOf(from);
  await keys.ensure(new Set([...subjects, 'gone']));
  await keys.destroy('gone', at);
  const vault = vaultOf(from);
  await vault.save(await vault.hash('ann', 'house hunter'));
  await vault.save({ id: 'bob', hash: 'x', recoverable: null });
  const seller: Sealed = { id: 'l-1', sealed: encryptText(sellerKey(from), 'l-1', 'Heir') };
  await documents.put('seller-contacts', seller, expires);
  const feed: Sealed = { id: 'f-1', sealed: encryptText(feedKey(from), 'f-1', 'https://feeds.example.com') };
  await documents.put('saved-feeds', feed);
  const { keyId } = await loadSealKey(documents, from, () => new Date(at));
  return { keyId, before: await said(from) };
}

/** What decrypts with a key. */
async function said(key: string) {
  const wanted = [...subjects, 'gone'];
  const loaded = await keysOf(key).load(new Set(wanted));
  const seller = await documents.get<Sealed>('seller-contacts', 'l-1');
  const feed = await documents.get<Sealed>('saved-feeds', 'f-1');
  return {
    subjects: wanted.map((subject) => loaded.get(subject)?.toString('hex') ?? null),
    password: await vaultOf(key).recover('ann'),
    feed: feed && decryptText(feedKey(key), 'f-1', feed.sealed),
    seller: seller && decryptText(sellerKey(key), 'l-1', seller.sealed),
    roots: await rootsOf(key),
  };
}

const run = (own: ListedDocuments = documents) =>
  rotateKeys({ documents: own, stores: encryptedStores, from, to, where });

describe('a key rotation', () => {
  it('A key rotation makes all encrypted data readable with the new key and unreadable with the old one', async () => {
    const { keyId, before } = await fill();
    expect(await run()).toBeGreaterThanOrEqual(subjects.length + 2);
    await expect(assertNoUnfinishedRotation(documents, where)).rejects.toThrow(
      /run the same `npm run keys -- rotate` again/,
    );
    await endRotation(documents);
    await assertNoUnfinishedRotation(documents, where);

    expect(await said(to)).toEqual(before);
    expect((await loadSealKey(documents, to, () => new Date())).keyId).toBe(keyId);
    await assertSameKey(documents, to, where);
    await expect(assertSameKey(documents, from, where)).rejects.toThrow('made under another key');
    await expect(keysOf(from).load(new Set(['ann']))).rejects.toThrow('sealed under another key');
    await expect(rootsOf(from)).rejects.toThrow('another CREDENTIAL_KEY');
    await expect(loadSealKey(documents, from, () => new Date())).rejects.toThrow();
    expect(await vaultOf(from).recover('ann')).toBeNull();
    expect(await vaultOf(to).verify('ann', 'house hunter')).toBe(true);
    const [seller] = await documents.page('seller-contacts', '', 1);
    expect(seller?.expires).toBe(Math.round(expires));
  });

  it('A key rotation has the same result when it is killed at any write and run again', async () => {
    const { before } = await fill();
    let interrupted = 0;
    for (const lastWrite of ['lost', 'unheard'] as const) {
      for (let k = 0; k < 12; k += 1) {
        const outcome = await run(mortal(documents, k, lastWrite)).catch((error: unknown) => error);
        if (!(outcome instanceof StoreUnavailable)) continue;
        interrupted += 1;
        if (k > 0 || lastWrite === 'unheard')
          await expect(assertNoUnfinishedRotation(documents, where)).rejects.toThrow('in part only');
      }
    }
    expect(interrupted).toBeGreaterThan(3);
    await run();
    expect(await isRotatedTo(documents, to)).toBe(true);
    expect(await isRotatedTo(documents, from)).toBe(false);
    await endRotation(documents);
    expect(await said(to)).toEqual(before);
  });

  it('A key rotation can be followed by another', async () => {
    const { before } = await fill();
    await run();
    await endRotation(documents);
    const third = randomBytes(32).toString('base64');
    await rotateKeys({ documents, stores: encryptedStores, from: to, to: third, where });
    await endRotation(documents);
    expect(await said(third)).toEqual(before);
  });

  it('A key rotation is rejected with a wrong key, with the same key, and with other keys than it was begun with', async () => {
    await fill();
    const other = randomBytes(32).toString('base64');
    const refused = (keys: { from: string; to: string }) =>
      expect(rotateKeys({ documents, stores: encryptedStores, where, ...keys })).rejects;
    await refused({ from: other, to }).toThrow('is not the key that the accounts');
    await refused({ from, to: from }).toThrow('is the key that is in use already');
    await run(mortal(documents, 3, 'lost')).catch(() => null);
    await refused({ from, to: other }).toThrow('begun with other keys');
  });
});

/** Documents of a process that is killed at its (k + 1)-th write, which may or may not be stored. */
function mortal(own: ListedDocuments, k: number, lastWrite: 'lost' | 'unheard'): ListedDocuments {
  let left = k;
  return {
    ...own,
    put: async (...given) => {
      left -= 1;
      if (left >= 0 || (left === -1 && lastWrite === 'unheard')) await own.put(...given);
      if (left < 0) throw new StoreUnavailable('The process was killed');
    },
  };
}
