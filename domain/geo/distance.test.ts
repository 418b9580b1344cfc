import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toChordDistance, milesBetween, roundMiles, toUnitVector } from './distance.ts';

const detroit = { latitude: 42.3314, longitude: -83.0458 };
const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

it.each([
  ['Chicago', { latitude: 41.8781, longitude: -87.6298 }, 237.4],
  ['Los Angeles', { latitude: 34.0522, longitude: -118.2437 }, 1979.3],
  ['itself', detroit, 0],
])('The distance from Detroit to %s is the great-circle distance', (_, other, miles) => {
  expect(milesBetween(detroit, other)).toBeCloseTo(miles, 0);
});

it('The distance of a degree of the equator and of half the globe is correct', () => {
  const origin = { latitude: 0, longitude: 0 };
  expect(milesBetween(origin, { latitude: 0, longitude: 1 })).toBeCloseTo((2 * Math.PI * 3958.8) / 360, 6);
  expect(milesBetween(origin, { latitude: 0, longitude: 180 })).toBeCloseTo(Math.PI * 3958.8, 6);
});

it('A distance across the date line is measured the short way', () => {
  expect(milesBetween({ latitude: 52, longitude: 179.9 }, { latitude: 52, longitude: -179.9 })).toBeLessThan(10);
});

it('A distance is the same in both directions, and agrees with the quick distance', () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      const miles = milesBetween(a, b);
      expect(milesBetween(b, a)).toBe(miles);
      const [there, here] = [toUnitVector(a), toUnitVector(b)];
      const apart = there.reduce((sum, side, axis) => sum + (side - (here[axis] ?? 0)) ** 2 / 4, 0);
      expect(apart).toBeCloseTo(toChordDistance(miles), 12);
    }),
    { seed: 5 },
  );
});

it('A displayed distance is rounded to tenths and stays on its side of the radius', () => {
  expect([12.34, 24.99, 25, 25.001, 25.04, 25.16].map((exact) => roundMiles(exact, 25))).toEqual([
    12.3, 25, 25, 25.1, 25.1, 25.2,
  ]);
});
