import { expect, it } from 'vitest';
import { withDefaultState } from './default-state.ts';

it.each([
  [{ city: 'Dayton' }, 'OH'],
  [{ city: 'Dayton', state: null }, 'OH'],
  [{ title: 'House' }, 'OH'],
  [{ city: 'Dayton', state: 'KY' }, 'KY'],
  [{ city: 'Dayton, KY' }, undefined],
])('The state of a source counts for an item that names none: %j', (item, state) => {
  expect(withDefaultState(item, 'OH')).toEqual(state === undefined ? item : { ...item, state });
});

it('The state of a source changes nothing where it is not known, and no item that is not an object', () => {
  expect(withDefaultState({ city: 'Dayton' }, undefined)).toEqual({ city: 'Dayton' });
  for (const raw of [null, 7, 'x', []]) expect(withDefaultState(raw, 'OH')).toBe(raw);
});
