import { expect, it } from 'vitest';
import { filtersIn, queryOf } from './filters.ts';

it('takes from an address what it knows, as text', () => {
  expect(filtersIn({ q: ' barn ', person: 'ann@x.com', type: '', from: 20260101, other: 'x', to: null })).toEqual({
    q: 'barn',
    person: 'ann@x.com',
    from: '20260101',
  });
});

it('asks the server for the same', () => {
  expect(queryOf({ person: 'ann+1@x.com', q: 'a b' }, { limit: '50' })).toBe('?person=ann%2B1%40x.com&q=a+b&limit=50');
  expect(queryOf({})).toBe('');
});
