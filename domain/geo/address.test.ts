import { describe, expect, it } from 'vitest';
import { parseAddress } from './address.ts';

describe('a street address in a title', () => {
  it.each([
    ['5120 Maplewood, Detroit MI 48209', '5120 Maplewood, Detroit MI 48209', true, true],
    ['5120 Maplewood St, Detroit, MI 48209', '5120 Maplewood St, Detroit, MI 48209', true, true],
    ['26 2nd St Beech Grove 26030', '26 2nd St Beech Grove 26030', true, true],
    ['12-14 Kings Ct, Troy, NY', '12-14 Kings Ct, Troy, NY', true, true],
    ['House at 77 N Oak Ave, Flint, MI 48503', '77 N Oak Ave, Flint, MI 48503', true, false],
    ['1903 Border St', '1903 Border St', false, true],
    ['Cozy bungalow, 1903 Border St unit 4', '1903 Border St unit 4', false, false],
    ['5120 MAPLEWOOD', '5120 MAPLEWOOD', false, true],
    ['20 E STATE FAIR', null, false, false],
    ['Tax auction: 20 E STATE FAIR', '20 E STATE FAIR', true, true],
    ['Tax auction: 2028 24TH ST', '2028 24TH ST', false, true],
    ['County tax sale - 1997 Virginia Park', '1997 Virginia Park', true, true],
  ])('The address in the title "%s" is %s', (title, quote, hasPlace, isWholeTitle) => {
    expect(parseAddress(title)).toEqual(quote === null ? null : { quote, hasPlace, isWholeTitle });
  });

  it.each([
    '3 bedroom house',
    '1450 sqft ranch',
    '100 acres',
    '2008 Grand Cherokee',
    '2019 Harley Road King',
    '1998 double wide',
    '350 gallon tank',
    '28 in pink bike new in box',
    '1500 watt heater',
    '$45,000 house',
    '24/7 security',
    'Lot 12',
    '',
  ])('No street address is detected in %s', (title) => {
    expect(parseAddress(title)).toBeNull();
  });
});
