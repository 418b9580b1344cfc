import { expect, it } from 'vitest';
import { type Comparable, createComparablesIndex } from './comparables-index.ts';

const detroit = { latitude: 42.33, longitude: -83.05 };
const one = (listingId: string, changes: Partial<Comparable> = {}): Comparable => ({
  ...detroit,
  listingId,
  propertyType: 'house',
  pricePerUnit: 30,
  at: 1000,
  ...changes,
});
const search = { propertyType: 'house', miles: 50, since: 1000, except: 'own' } as const;

function indexOf(...comparables: Comparable[]) {
  const index = createComparablesIndex();
  for (const comparable of comparables) index.set(comparable);
  return index;
}

it('Prices are those of other listings of the type in the circle and the period', () => {
  const index = indexOf(
    one('near', { pricePerUnit: 31 }),
    one('edge', { latitude: 43, pricePerUnit: 32 }),
    one('own'),
    one('far', { latitude: 44 }),
    one('land', { propertyType: 'raw land' }),
    one('old', { at: 999 }),
  );
  expect(index.listPrices(detroit, search).sort()).toEqual([31, 32]);
});

it('A listing set again replaces itself, and one removed or forgotten is gone', () => {
  const index = indexOf(one('a'), one('a', { pricePerUnit: 25, at: 2000 }), one('b'), one('c', { at: 3000 }));
  index.remove('c');
  index.forgetBefore(1500);
  expect(index.listPrices(detroit, { ...search, since: 0 })).toEqual([25]);
});
