import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { encrypt, decrypt } from './deterministic-cipher.ts';

const key = randomBytes(32);
const text = '{"email":"ünïcode@example.com 🏠"}';

it('A ciphertext decrypts only with its key and at its place', () => {
  const box = encrypt(key, 'here', text);
  expect(decrypt(key, 'here', box)).toBe(text);
  expect(decrypt(key, 'there', box)).toBeNull();
  expect(decrypt(randomBytes(32), 'here', box)).toBeNull();
  expect(box).not.toContain('example');
});

it('Equal input gives the same ciphertext, and other input one that differs in every significant byte', () => {
  expect(encrypt(key, 'here', text)).toBe(encrypt(key, 'here', text));
  const ivs = [encrypt(key, 'here', text), encrypt(key, 'there', text), encrypt(key, 'here', `${text} `)].map((box) =>
    Buffer.from(box, 'base64').subarray(0, 12).toString('hex'),
  );
  expect(new Set(ivs).size).toBe(3);
});

it('A ciphertext that was altered or truncated anywhere does not decrypt', () => {
  const bytes = Buffer.from(encrypt(key, 'here', text), 'base64');
  for (const [index] of bytes.entries()) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
    expect(decrypt(key, 'here', altered.toString('base64'))).toBeNull();
    expect(decrypt(key, 'here', bytes.subarray(0, index).toString('base64'))).toBeNull();
  }
});
