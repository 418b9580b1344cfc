import { expect, it } from 'vitest';
import { parsePointInTimeSearch, toPointInTimeSearch, parseSubject } from './search.ts';

it('The point-in-time page reads subject and time from an address', () => {
  expect(parsePointInTimeSearch({ user: ' ann@x.com ', position: 12 })).toEqual({ user: 'ann@x.com', position: 12 });
  expect(parsePointInTimeSearch({ listing: 17, at: '2026-11-21' })).toEqual({ listing: '17', at: '2026-11-21' });
  expect(parsePointInTimeSearch({ members: '2026-11-21' })).toEqual({ members: '2026-11-21' });
});

it('The point-in-time page ignores invalid parameters', () => {
  expect(parsePointInTimeSearch({ user: '', listing: {}, position: -1, at: null, other: 'x' })).toEqual({});
  expect(parsePointInTimeSearch({ position: 1.5 })).toEqual({});
});

it('The point-in-time page has one subject at a time, and keeps it across moments', () => {
  expect(parseSubject({})).toBeNull();
  expect(parseSubject({ members: '2026-11-21' })).toBeNull();
  const subject = parseSubject({ user: 'ann', position: 3 });
  expect(subject).toEqual({ kind: 'user', id: 'ann' });
  expect(subject && toPointInTimeSearch(subject, { position: 4 })).toEqual({ user: 'ann', position: 4 });
  expect(subject && toPointInTimeSearch(subject)).toEqual({ user: 'ann' });
});
