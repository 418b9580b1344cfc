import { expect, it } from 'vitest';
import { listPriceBands, toPriceBand } from './price-bands.ts';

it('The price bands to choose from have names, and contain the one of the address', () => {
  expect(listPriceBands({})).toEqual([
    ['-25000', 'Up to $25k'],
    ['25000-50000', '$25k to $50k'],
    ['50000-100000', '$50k to $100k'],
    ['100000-', '$100k and up'],
  ]);
  expect(listPriceBands({ minPrice: 30_000 }).at(-1)).toEqual(['30000-', '$30k and up']);
  expect(listPriceBands({ maxPrice: 25_000 })).toHaveLength(4);
  expect(toPriceBand({})).toBeUndefined();
});
