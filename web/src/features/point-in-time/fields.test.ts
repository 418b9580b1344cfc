import { expect, it } from 'vitest';
import { toStateFields, getFieldName } from './fields.ts';

it('The fields of a past state have readable labels, also unknown ones', () => {
  expect(getFieldName('zipCode')).toBe('ZIP code');
  expect(getFieldName('somethingNew')).toBe('Something new');
});

const change = { field: 'zipCode', before: '48205', after: '48204' };

it('The fields of a past state are in order, each with what changed it', () => {
  const state = { id: 'ann', zipCode: '48204', oddity: 1, email: 'ann@x.com' };
  const lines = toStateFields({ state, changes: [change], previous: 1 });
  expect(lines.map(({ name }) => name)).toEqual(['Email', 'ZIP code', 'Id', 'Oddity']);
  expect(lines.map((line) => line.change)).toEqual([null, change, null, null]);
});

it('A field removed by an event keeps its line', () => {
  const gone = { field: 'email', before: 'ann@x.com', after: null };
  const [line] = toStateFields({ state: {}, changes: [gone], previous: 1 });
  expect(line).toEqual({ field: 'email', name: 'Email', value: null, change: gone });
});

it('No field is marked if the event created or deleted the whole state', () => {
  const [first] = toStateFields({ state: { zipCode: '48204' }, changes: [change], previous: null });
  expect(first).toMatchObject({ value: '48204', change: null });
  const [last] = toStateFields({ state: null, changes: [change], previous: 1 });
  expect(last).toMatchObject({ value: '48205', change: null });
});
