import { describe, expect, it } from 'vitest';
import { formatVisitorPlace, getStateName } from './states.ts';
import { formatWeek } from './week.ts';

describe('The place of a visit', () => {
  it.each([
    [{ city: 'Detroit', state: 'MI', country: 'USA' }, 'Detroit, Michigan'],
    [{ city: null, state: 'DC', country: 'USA' }, 'District of Columbia'],
    [{ city: 'Toronto', state: 'Ontario', country: 'Canada' }, 'Toronto, Ontario, Canada'],
    [{ city: null, state: null, country: 'Germany' }, 'Germany'],
    [{ city: null, state: null, country: 'USA' }, 'Location unknown'],
  ])('The place of a visit is shown as precisely as it is known', (place, name) => {
    expect(formatVisitorPlace(place)).toBe(name);
  });

  it('The place of a visit has all 50 states and DC by name, whatever the case of the code', () => {
    const codes =
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';
    expect(new Set(codes.split(' ').map(getStateName)).size).toBe(51);
    expect(codes.split(' ').filter((code) => getStateName(code) === code)).toEqual([]);
    expect(getStateName('mi')).toBe('Michigan');
  });
});

it('A past week is named by its days', () => {
  expect(formatWeek({ offset: 0, weekStart: '2026-11-16', weekEnd: '2026-11-22' })).toBe('Current Week');
  expect(formatWeek({ offset: 1, weekStart: '2026-11-09', weekEnd: '2026-11-15' })).toBe('Nov 9 – Nov 15, 2026');
});
