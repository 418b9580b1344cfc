import { expect, it } from 'vitest';
import { reach } from './reach.ts';
import { day, delivered, matched, withheld } from './testing/facts.ts';
import { viewAfter } from './testing/given.ts';

it('counts the alerts of a listing that went out, and those that wait', () => {
  const docs = viewAfter(reach, [
    matched('l-1', 0, 'a', 'b', 'c'),
    matched('l-2', 0, 'a'),
    delivered('l-1', 0, day(2), 'a'),
    matched('l-1', 1, 'a'),
    delivered('l-1', 1, day(3), 'a'),
    withheld('l-1', 0, 'b'),
  ]);
  expect(docs.get('l-1')).toEqual({ id: 'l-1', sent: 2, waiting: 1 });
  expect(docs.get('l-2')).toEqual({ id: 'l-2', sent: 0, waiting: 1 });
});
