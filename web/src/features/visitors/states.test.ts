import { describe, expect, it } from 'vitest';
import { placeName, stateName } from './states.ts';
import { weekName } from './week.ts';

describe('a place', () => {
  it.each([
    [{ city: 'Detroit', state: 'MI', country: 'USA' }, 'Detroit, Michigan'],
    [{ city: null, state: 'DC', country: 'USA' }, 'District of Columbia'],
    [{ city: 'Toronto', state: 'Ontario', country: 'Canada' }, 'Toronto, Ontario, Canada'],
    [{ city: null, state: null, country: 'Germany' }, 'Germany'],
    [{ city: null, state: null, country: 'USA' }, 'Location unknown'],
  ])('is said as far as it is known', (place, name) => {
    expect(placeName(place)).toBe(name);
  });

  it('has all 50 states and DC by name, whatever the case of the code', () => {
    const codes =
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';
    expect(new Set(codes.split(' ').map(stateName)).size).toBe(51);
    expect(codes.split(' ').filter((code) => stateName(code) === code)).toEqual([]);
    expect(stateName('mi')).toBe('Michigan');
  });
});

it('names a week by its days', () => {
  expect(weekName({ offset: 0, weekStart: '2026-11-16', weekEnd: '2026-11-22' })).toBe('Current Week');
  expect(weekName({ offset: 1, weekStart: '2026-11-09', weekEnd: '2026-11-15' })).toBe('Nov 9 – Nov 15, 2026');
});
