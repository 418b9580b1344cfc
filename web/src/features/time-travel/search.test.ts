import { expect, it } from 'vitest';
import { pastSearch, searchFor, subjectIn } from './search.ts';

it('reads whose past and as of when from an address', () => {
  expect(pastSearch({ user: ' ann@x.com ', position: 12 })).toEqual({ user: 'ann@x.com', position: 12 });
  expect(pastSearch({ listing: 17, at: '2026-11-21' })).toEqual({ listing: '17', at: '2026-11-21' });
  expect(pastSearch({ members: '2026-11-21' })).toEqual({ members: '2026-11-21' });
});

it('leaves out what an address cannot mean', () => {
  expect(pastSearch({ user: '', listing: {}, position: -1, at: null, other: 'x' })).toEqual({});
  expect(pastSearch({ position: 1.5 })).toEqual({});
});

it('takes one subject at a time, and keeps it through moments', () => {
  expect(subjectIn({})).toBeNull();
  expect(subjectIn({ members: '2026-11-21' })).toBeNull();
  const subject = subjectIn({ user: 'ann', position: 3 });
  expect(subject).toEqual({ kind: 'user', who: 'ann' });
  expect(subject && searchFor(subject, { position: 4 })).toEqual({ user: 'ann', position: 4 });
  expect(subject && searchFor(subject)).toEqual({ user: 'ann' });
});
