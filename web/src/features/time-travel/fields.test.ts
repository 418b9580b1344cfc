import { expect, it } from 'vitest';
import { linesOf, nameOf } from './fields.ts';

it('names fields as people do, also those that it never heard of', () => {
  expect(nameOf('zipCode')).toBe('ZIP code');
  expect(nameOf('somethingNew')).toBe('Something new');
});

const change = { field: 'zipCode', before: '48205', after: '48204' };

it('puts the fields of a state in order, each with what changed it', () => {
  const state = { id: 'ann', zipCode: '48204', oddity: 1, email: 'ann@x.com' };
  const lines = linesOf({ state, changes: [change], previous: 1 });
  expect(lines.map(({ name }) => name)).toEqual(['Email', 'ZIP code', 'Id', 'Oddity']);
  expect(lines.map((line) => line.change)).toEqual([null, change, null, null]);
});

it('keeps a line for what an event took away', () => {
  const gone = { field: 'email', before: 'ann@x.com', after: null };
  const [line] = linesOf({ state: {}, changes: [gone], previous: 1 });
  expect(line).toEqual({ field: 'email', name: 'Email', value: null, change: gone });
});

it('marks nothing where all of it began or ended', () => {
  const [first] = linesOf({ state: { zipCode: '48204' }, changes: [change], previous: null });
  expect(first).toMatchObject({ value: '48204', change: null });
  const [last] = linesOf({ state: null, changes: [change], previous: 1 });
  expect(last).toMatchObject({ value: '48205', change: null });
});
