import { expect, it } from 'vitest';
import { parseHistoryFilters, parseOpenEvent, toHistoryQuery } from './filters.ts';

it('The history reads the known filters of an address, and leaves out what they cannot be', () => {
  const search = { q: ' barn ', person: 'ann@x.com', type: '', from: 20260101, to: '2026-01-02', other: 'x' };
  expect(parseHistoryFilters(search)).toEqual({ q: 'barn', person: 'ann@x.com', to: '2026-01-02' });
});

it('The history reads one kind of event, or several', () => {
  expect(parseHistoryFilters({ type: 'ListingFound' })).toEqual({ type: ['ListingFound'] });
  expect(parseHistoryFilters({ type: ['ListingFound', '', 'UserDeleted'] })).toEqual({
    type: ['ListingFound', 'UserDeleted'],
  });
});

it('Days are those of the viewer, or of UTC where it is chosen', () => {
  const days = { from: '2026-01-01', to: '2026-01-02' };
  const local = { from: new Date(2026, 0, 1).toISOString(), to: new Date(2026, 0, 2, 23, 59, 59, 999).toISOString() };
  expect(toHistoryQuery(days)).toEqual(local);
  expect(toHistoryQuery({ ...days, zone: 'utc' })).toEqual(days);
});

it('The history reads the open event from an address', () => {
  expect([parseOpenEvent({ event: 12 }), parseOpenEvent({ event: '12' })]).toEqual([12, 12]);
  for (const event of [undefined, null, 0, -1, 1.5, 'x', '', [3], 1e300]) expect(parseOpenEvent({ event })).toBeNull();
});
