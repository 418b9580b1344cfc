import { type ChordDistance, toChordDistance, milesBetween, type Point } from '#domain/geo/distance.ts';

/** Share by which the quick distance may differ from the exact one; in truth it is far less. */
const distanceTolerance = 1e-9;

/** The distinct radii that members chose, and how far apart each reaches. */
export type RadiusTable = {
  radii: readonly number[];
  reaches: readonly ChordDistance[];
  /** The place of a radius in both lists, where it is entered if it is new. */
  indexOf: (radius: number) => number;
  farthest: () => number;
  /** `apart` as it may be held against `reaches`: on the very edge of a radius the exact miles decide. */
  resolveEdge: (apart: ChordDistance, place: number, around: Point) => ChordDistance;
};

export function createRadiusTable(maxRadii: number, placeAt: (place: number) => Point): RadiusTable {
  const radii: number[] = [];
  const reaches: ChordDistance[] = [];
  return {
    radii,
    reaches,
    indexOf: (radius) => {
      const known = radii.indexOf(radius);
      if (known >= 0) return known;
      if (radii.length === maxRadii) throw new RangeError(`More than ${maxRadii} different radii`);
      reaches.push(toChordDistance(radius));
      return radii.push(radius) - 1;
    },
    farthest: () => Math.max(0, ...radii),
    resolveEdge: (apart, place, around) => {
      for (let index = 0; index < reaches.length; index++) {
        const reach = reaches[index] ?? 0;
        if (Math.abs(apart - reach) > reach * distanceTolerance) continue;
        return milesBetween(placeAt(place), around) <= (radii[index] ?? 0)
          ? reach
          : reach * (1 + 2 * distanceTolerance);
      }
      return apart;
    },
  };
}
