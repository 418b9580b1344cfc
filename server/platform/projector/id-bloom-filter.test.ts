import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createIdBloomFilter } from './id-bloom-filter.ts';

it('A Bloom filter of ids knows every id that was added, and few others', () => {
  const known = createIdBloomFilter();
  const added = Array.from({ length: 20_000 }, () => randomUUID());
  for (const id of added) known.add(id);
  expect(added.every(known.has)).toBe(true);
  const others = Array.from({ length: 20_000 }, () => randomUUID());
  expect(others.filter(known.has).length).toBeLessThan(200);
});
