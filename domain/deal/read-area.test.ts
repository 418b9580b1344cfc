import { describe, expect, it } from 'vitest';
import { readArea } from './read-area.ts';

const readHouseArea = (title: string, details = '') => readArea({ title, details, propertyType: 'house' });
const readLandArea = (title: string, details = '') => readArea({ title, details, propertyType: 'raw land' });

describe('the size of a house', () => {
  it.each([
    ['1,200 sq ft bungalow', 1200],
    ['Brick ranch, 980 sq. ft., needs a roof', 980],
    ['3 bed 1450 sqft as-is', 1450],
    ['1,100 square feet of charm', 1100],
    ['1200+ SF colonial', 1200],
    ['A 1,050-square-foot cottage', 1050],
    ['1,320 ft² house', 1320],
    ['1,000 sq ft, lot 12', 1000],
  ])('%s', (text, amount) => {
    expect(readHouseArea(text)).toEqual({ unit: 'square foot', amount });
  });

  it.each([
    'House on a 7,200 sq ft lot',
    'Lot size: 5,000 sq ft',
    'With a 600 sq ft detached garage',
    'Garage of 600 sq ft',
    'Only $31/sq ft',
    '$31 per sq ft',
    'Homes of 1,000-1,200 sq ft',
    'Built 1950, 3 beds',
    '12 sq ft shed',
    '5 acres with a house',
  ])('No size is read from: %s', (text) => {
    expect(readHouseArea(text)).toBeNull();
  });

  it('A title outranks the text', () => {
    expect(readHouseArea('1,200 sq ft house', 'Also a unit of 800 sq ft')).toMatchObject({ amount: 1200 });
  });

  it('Two sizes are none, and the same size twice is one', () => {
    expect(readHouseArea('Duplex', '800 sq ft up, 950 sq ft down')).toBeNull();
    expect(readHouseArea('House', '800 sq ft, that is 800 sqft')).toMatchObject({ amount: 800 });
  });
});

describe('the size of raw land', () => {
  it.each([
    ['5 acres of woods', 5],
    ['5.25-acre lot', 5.25],
    ['Vacant lot, .25 ac', 0.25],
    ['1/2 acre corner lot', 0.5],
    ['1 1/2 acres of woods', 1.5],
    ['Lot 7 1/2 acre', 0.5],
    ['2 and a half acres', 2.5],
    ['One and a half acre lot', 1.5],
    ['Five acres, creek', 5],
    ['Half an acre in town', 0.5],
    ['Quarter acre lot', 0.25],
    ['1,280 acres', 1280],
    ['10 +/- acres', 10],
    ['Lot of 21,780 sq ft', 0.5],
  ])('%s', (text, amount) => {
    expect(readLandArea(text)).toEqual({ unit: 'acre', amount });
  });

  it.each([
    'Lot near a 500-acre lake',
    'Adjoins 2,000 acres of state land',
    '$5,000 per acre',
    '$5,000 an acre',
    'Lot 12',
  ])('No size is read from: %s', (text) => {
    expect(readLandArea(text)).toBeNull();
  });

  it('A long text is read in a moment', () => {
    expect(readLandArea('Lot', `${'1/'.repeat(2000)} ${'half a '.repeat(2000)}`)).toBeNull();
  });
});
