import { expect, it } from 'vitest';
import { groupNear } from './group-pins.ts';

const size = { width: 50, height: 20 };
const group = (...spots: [id: string, x: number, y: number][]) =>
  groupNear(
    spots.map(([id, x, y]) => ({ id, x, y })),
    size,
  ).map((items) => items.map(({ id }) => id).join(''));

it('Pins whose labels do not touch stay apart', () => {
  expect(group(['a', 0, 0], ['b', 50, 0], ['c', 0, 20], ['d', -50, -20])).toEqual(['a', 'b', 'c', 'd']);
});

it('Pins whose labels would cover each other are one group, at the place of the first', () => {
  expect(group(['a', 0, 0], ['b', 49, 19], ['c', 200, 0], ['d', 201, 0])).toEqual(['ab', 'cd']);
});

it('A group does not grow along a chain of pins', () => {
  expect(group(['a', 0, 0], ['b', 40, 0], ['c', 80, 0])).toEqual(['ab', 'c']);
});
