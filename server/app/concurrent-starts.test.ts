import { expect, it } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { interleave } from '#projections/store/testing/interleave.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { loadSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { assertSameKey } from '#server/platform/encryption/key-check.ts';

const clock = () => new Date();
const key = Buffer.alloc(32, 7);
const masterKey = key.toString('base64');
const open = () => Promise.resolve(openTemporaryDocuments());

it('Two processes that start at once seal with one key', async () => {
  const ids: string[] = [];
  const load = async (documents: Documents) => void ids.push((await loadSealKey(documents, masterKey, clock)).keyId);
  await interleave(open, { first: load, second: load }, () => {
    expect(new Set(ids.splice(0)).size).toBe(1);
    return Promise.resolve();
  });
});

it('Of two processes that start at once under different keys the second is refused', async () => {
  const other = Buffer.alloc(32, 8).toString('base64');
  const begin = (own: string) => (documents: Documents) => assertSameKey(documents, own, 'a test');
  const documents = openTemporaryDocuments();
  const first = interleave(
    () => Promise.resolve(documents),
    { first: begin(other), second: begin(masterKey) },
    () => Promise.resolve(),
  );
  await expect(first).rejects.toThrow('under another key');
});
