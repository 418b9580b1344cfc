import { expect, it } from 'vitest';
import { parseHistoryFilters, parseOpenEvent, toQueryString } from './filters.ts';

it('The history reads the known filters of an address, as text', () => {
  expect(
    parseHistoryFilters({ q: ' barn ', person: 'ann@x.com', type: '', from: 20260101, other: 'x', to: null }),
  ).toEqual({
    q: 'barn',
    person: 'ann@x.com',
    from: '20260101',
  });
});

it('The history sends the same filters to the server', () => {
  expect(toQueryString({ person: 'ann+1@x.com', q: 'a b' }, { limit: '50' })).toBe(
    '?person=ann%2B1%40x.com&q=a+b&limit=50',
  );
  expect(toQueryString({})).toBe('');
});

it('The history reads the open event from an address', () => {
  expect([parseOpenEvent({ event: 12 }), parseOpenEvent({ event: '12' })]).toEqual([12, 12]);
  for (const event of [undefined, null, 0, -1, 1.5, 'x', '', [3], 1e300]) expect(parseOpenEvent({ event })).toBeNull();
});
