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
])('Detroit is from %s as far as the great circle says', (_, other, miles) => {
  expect(milesBetween(detroit, other)).toBeCloseTo(miles, 0);
});

it('measures a degree of the equator and half the globe', () => {
  const origin = { latitude: 0, longitude: 0 };
  expect(milesBetween(origin, { latitude: 0, longitude: 1 })).toBeCloseTo((2 * Math.PI * 3958.8) / 360, 6);
  expect(milesBetween(origin, { latitude: 0, longitude: 180 })).toBeCloseTo(Math.PI * 3958.8, 6);
});

it('crosses the date line the short way', () => {
  expect(milesBetween({ latitude: 52, longitude: 179.9 }, { latitude: 52, longitude: -179.9 })).toBeLessThan(10);
});

it('is the same both ways, and agrees with the quick measure', () => {
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

it('is told in tenths, and on the side of the radius that it is on', () => {
  expect([12.34, 24.99, 25, 25.001, 25.04, 25.16].map((exact) => roundMiles(exact, 25))).toEqual([
    12.3, 25, 25, 25.1, 25.1, 25.2,
  ]);
});
