import { describe, expect, it } from 'vitest';
import { readAcres, readLivingArea } from './read-sizes.ts';

const readLand = (text: string) => readAcres(text, true);
const readLot = (text: string) => readAcres(text, false);

describe('the living area', () => {
  it.each([
    ['1,200 sq ft bungalow', 1200],
    ['Brick ranch, 980 sq. ft., needs a roof', 980],
    ['3 bed 1450 sqft as-is', 1450],
    ['1,100 square feet of charm', 1100],
    ['1200+ SF colonial', 1200],
    ['A 1,050-square-foot cottage', 1050],
    ['1,320 ft² house', 1320],
    ['1,000 sq ft, lot 12', 1000],
    ['Sqft: 1200 Lot: .2 ac Type: SFR', 1200],
    ['Living area: 1,344', 1344],
    ['SQFT 1,020 TYPE RES', 1020],
    ['RES IMP 0.22 AC HTD AREA 912', 912],
    ['1,200 sqft 1950 house', 1200],
    ['Lot: 10,890 Sq Ft lot; Living: 1,240 sq ft', 1240],
    ['$29,900 / 3br - 1120ft² - Brick bungalow', 1120],
  ])('%s', (text, amount) => {
    expect(readLivingArea(text)?.value).toBe(amount);
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
    'A private rooftop terrace (over 600 sq ft)',
    '900 sq ft finished basement',
    '1,800 sq ft of outdoor space',
    'Two cabins, 300 sf each',
    'The home has 2, 640 sqft',
    'Up to 2,000 sq ft',
    'Lot SqFt: 5,000 lot',
    '5 acres with a house',
  ])('No size is read from: %s', (text) => {
    expect(readLivingArea(text)).toBeNull();
  });

  it('Two sizes are none, and the same size twice is one', () => {
    expect(readLivingArea('800 sq ft up, 950 sq ft down')).toBeNull();
    expect(readLivingArea('1,200 sq ft house\nIt has 1,450 sq ft')).toBeNull();
    expect(readLivingArea('800 sq ft, that is 800 sqft')).toEqual({ value: 800, quote: '800 sq ft' });
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
    expect(readLand(text)?.value).toBe(amount);
  });

  it.each([
    'Lot near a 500-acre lake',
    'Adjoins 2,000 acres of state land',
    '$5,000 per acre',
    '$5,000 an acre',
    'Lot 12',
    '10 - 20 ac tracts',
    '0.1 ac each',
    'Restricted to site-built homes, 1400 sf min',
    'The 15-acre Welles Park is close',
    'Additional 5 acres available',
    '5 acres, or take all 9 acres',
    'Updated 2022 AC',
    '6 AC units',
  ])('No size is read from: %s', (text) => {
    expect(readLand(text)).toBeNull();
  });

  it('A long text is read in a moment', () => {
    expect(readLand(`${'1/'.repeat(2000)} ${'half a '.repeat(2000)}`)).toBeNull();
  });
});

describe('the lot of a house', () => {
  it.each([
    ['3 bed house on 1/4 ac', 0.25, '1/4 ac'],
    ['Situated on a generous 10,890 sqft corner lot', 0.25, '10,890 sqft'],
    ['Lot size: 21,780 sq. ft.', 0.5, '21,780 sq. ft'],
    ['1 1/2 acres of woods', 1.5, '1 1/2 acres'],
  ])('%s', (text, value, quote) => {
    expect(readLot(text)).toEqual({ value, quote });
  });

  it.each(['1,200 sq ft house', '925 square feet. Property is owned by HUD', 'The side lot has 4800 sqft'])(
    'No size is read from: %s',
    (text) => {
      expect(readLot(text)).toBeNull();
    },
  );
});
