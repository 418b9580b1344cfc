import { expect, it } from 'vitest';
import { parseFoundFilters } from './queries.ts';

it('The search of found listings reads the filters of an address, and no other parameters', () => {
  expect(parseFoundFilters({ q: ' elm ', state: 'listed', type: 'raw land', source: 'county-list' })).toEqual({
    q: 'elm',
    state: 'listed',
    type: 'raw land',
    source: 'county-list',
  });
  expect(parseFoundFilters({ q: 48204 })).toEqual({ q: '48204' });
  expect(parseFoundFilters({ q: '', state: 'gone', type: 7, source: 'A b', other: 'x' })).toEqual({});
});
