import { expect, it } from 'vitest';
import { parseHistoryFilters, parseOpenEvent } from './filters.ts';

it('The history reads the known filters of an address, as text', () => {
  expect(
    parseHistoryFilters({ q: ' barn ', person: 'ann@x.com', type: '', from: 20260101, other: 'x', to: null }),
  ).toEqual({
    q: 'barn',
    person: 'ann@x.com',
    from: '20260101',
  });
});

it('The history reads the open event from an address', () => {
  expect([parseOpenEvent({ event: 12 }), parseOpenEvent({ event: '12' })]).toEqual([12, 12]);
  for (const event of [undefined, null, 0, -1, 1.5, 'x', '', [3], 1e300]) expect(parseOpenEvent({ event })).toBeNull();
});
