import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/index.ts';
import { parseItem } from './parse-item.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
});
const read = (item: object) => parseItem('county', { link: 'https://a.example.com/1', ...item }, gazetteer);
const typeOf = (item: object) => {
  const parsed = read({ zipCode: '48204', price: 42_000, ...item });
  return parsed.kind === 'listing' ? parsed.data.propertyType : parsed;
};

const streetsOfGoods = [
  ...['Harley Dr', 'Boat Ramp Rd', 'Byrams Ford Rd', 'Camper Ln', 'Industrial Blvd', 'Tractor Ct', 'Trailer St'],
  ...['Motor Ave', 'Chevy Chase Dr', 'Dodge St', 'Mustang Trl', 'Kayak Ct', 'Hangar Rd', 'Store Rd', 'Warehouse Row'],
  ...['Parking Lot Rd', 'Storage Way', 'Couch Rd', 'Piano Ln', 'Motel Dr', 'Office Park Dr', 'Rental Car Rd'],
  ...['Wanted Ln', 'Apartment Ln', 'Timeshare Blvd', 'Hotel St'],
];

describe('the verdict of an item', () => {
  it.each(streetsOfGoods)('The verdict of an item takes the street %s for no goods', (street) => {
    expect(typeOf({ title: `812 ${street}`, details: '3 bed 1 bath house, sold as-is by the heirs.' })).toBe('house');
    expect(typeOf({ title: `Vacant lot, 0.3 acres, ${street}`, details: 'Raw land, taxes due.' })).toBe('raw land');
  });

  it.each([
    { title: '2 bedroom apartment for rent', price: '$900 per month' },
    { title: 'Room for rent in shared house', details: 'Utilities included, $500/mo' },
    { title: '3 bed house for lease, first and last', price: 1250 },
    { title: 'House to let, furnished, deposit required' },
  ])('The verdict of an item comes before its place and price: $title is rejected', (rental) => {
    expect(read(rental)).toMatchObject({ kind: 'rejected', reason: 'It is for rent, not for sale' });
  });

  it.each([
    'Delinquent tax sale: house at 44 Oak St',
    'Tax foreclosure auction, 3 bedroom house',
    'Sheriff sale, house',
  ])('The verdict of an item reads a low price as that of a sale: %s', (title) => {
    expect(typeOf({ title, price: 1800 })).toBe('house');
  });
});
