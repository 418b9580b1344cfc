import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { boxed, unboxed } from './boxes.ts';

const key = randomBytes(32);
const text = '{"email":"ünïcode@example.com 🏠"}';

it('A box gives its text back under its key and at its place alone', () => {
  const box = boxed(key, 'here', text);
  expect(unboxed(key, 'here', box)).toBe(text);
  expect(unboxed(key, 'there', box)).toBeNull();
  expect(unboxed(randomBytes(32), 'here', box)).toBeNull();
  expect(box).not.toContain('example');
});

it('The same again is the same box, and anything else another one in every byte that matters', () => {
  expect(boxed(key, 'here', text)).toBe(boxed(key, 'here', text));
  const ivs = [boxed(key, 'here', text), boxed(key, 'there', text), boxed(key, 'here', `${text} `)].map((box) =>
    Buffer.from(box, 'base64').subarray(0, 12).toString('hex'),
  );
  expect(new Set(ivs).size).toBe(3);
});

it('A box that was altered or cut anywhere does not open', () => {
  const bytes = Buffer.from(boxed(key, 'here', text), 'base64');
  for (const [index] of bytes.entries()) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
    expect(unboxed(key, 'here', altered.toString('base64'))).toBeNull();
    expect(unboxed(key, 'here', bytes.subarray(0, index).toString('base64'))).toBeNull();
  }
});
