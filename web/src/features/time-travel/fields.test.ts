import { expect, it } from 'vitest';
import { linesOf, nameOf } from './fields.ts';

it('names fields as people do, also those that it never heard of', () => {
  expect(nameOf('zipCode')).toBe('ZIP code');
  expect(nameOf('somethingNew')).toBe('Something new');
});

it('puts the fields of a state in order, each with what changed it', () => {
  const change = { field: 'zipCode', before: null, after: '48204' };
  const state = { id: 'ann', zipCode: '48204', oddity: 1, email: 'ann@x.com' };
  const lines = linesOf({ state, changes: [change] });
  expect(lines.map(({ name }) => name)).toEqual(['Email', 'ZIP code', 'Id', 'Oddity']);
  expect(lines.map((line) => line.change)).toEqual([null, change, null, null]);
});

it('keeps a line for what an event took away', () => {
  const change = { field: 'email', before: 'ann@x.com', after: null };
  expect(linesOf({ state: null, changes: [change] })).toEqual([{ field: 'email', name: 'Email', value: null, change }]);
});
