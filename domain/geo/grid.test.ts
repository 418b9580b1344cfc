import fc from 'fast-check';
import { expect, it } from 'vitest';
import { milesBetween } from './distance.ts';
import { createGrid } from './grid.ts';

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

it.each([0.5, 2, 30])(
  'A grid visits everything within the miles, once, with %d cells to the degree',
  (cellsPerDegree) => {
    const miles = cellsPerDegree === 30 ? 5 : 400;
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), point, (points, around) => {
        const grid = createGrid<number>(cellsPerDegree);
        points.forEach((at, index) => grid.add(index, at));
        const visited: number[] = [];
        grid.visitNear(around, miles, (index) => visited.push(index));
        expect(new Set(visited).size).toBe(visited.length);
        points.forEach((at, index) => {
          if (milesBetween(at, around) <= miles) expect(visited).toContain(index);
        });
      }),
      { seed: 3, numRuns: 200 },
    );
  },
);

it('A grid forgets removed items, and ignores the removal of unknown ones', () => {
  const grid = createGrid<string>(1);
  const here = { latitude: 42, longitude: -83 };
  grid.add('one', here);
  grid.add('two', here);
  grid.remove('one', here);
  grid.remove('three', here);
  grid.remove('two', { latitude: 0, longitude: 0 });
  const visited: string[] = [];
  grid.visitNear(here, 1, (item) => visited.push(item));
  expect(visited).toEqual(['two']);
});
