import { expect, it } from 'vitest';
import { findLabelPoint } from './label-point.ts';

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

it('A name is written in the centre of its area', () => {
  expect(findLabelPoint({ type: 'Polygon', coordinates: [square(-84, 42, 2)] })).toEqual([43, -83]);
});

it('A name is written on the largest part of an area', () => {
  const coordinates = [[square(-90, 30, 0.5)], [square(-84, 42, 4)], [square(-70, 20, 1)]];
  expect(findLabelPoint({ type: 'MultiPolygon', coordinates })).toEqual([44, -82]);
});

it('An area without extent has no place for a name', () => {
  expect(findLabelPoint({ type: 'Polygon', coordinates: [[]] })).toBeNull();
});
