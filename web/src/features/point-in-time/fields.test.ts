import { expect, it } from 'vitest';
import { toStateFields, getFieldName } from './fields.ts';

it('names fields as people do, also those that it never heard of', () => {
  expect(getFieldName('zipCode')).toBe('ZIP code');
  expect(getFieldName('somethingNew')).toBe('Something new');
});

const change = { field: 'zipCode', before: '48205', after: '48204' };

it('puts the fields of a state in order, each with what changed it', () => {
  const state = { id: 'ann', zipCode: '48204', oddity: 1, email: 'ann@x.com' };
  const lines = toStateFields({ state, changes: [change], previous: 1 });
  expect(lines.map(({ name }) => name)).toEqual(['Email', 'ZIP code', 'Id', 'Oddity']);
  expect(lines.map((line) => line.change)).toEqual([null, change, null, null]);
});

it('keeps a line for what an event took away', () => {
  const gone = { field: 'email', before: 'ann@x.com', after: null };
  const [line] = toStateFields({ state: {}, changes: [gone], previous: 1 });
  expect(line).toEqual({ field: 'email', name: 'Email', value: null, change: gone });
});

it('marks nothing where all of it began or ended', () => {
  const [first] = toStateFields({ state: { zipCode: '48204' }, changes: [change], previous: null });
  expect(first).toMatchObject({ value: '48204', change: null });
  const [last] = toStateFields({ state: null, changes: [change], previous: 1 });
  expect(last).toMatchObject({ value: '48205', change: null });
});
