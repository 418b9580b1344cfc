import { type ChordDistance, toChordDistance, milesBetween, type Point } from '#domain/geo/distance.ts';

/** Relative tolerance of the quick distance against the exact one; the real error is far smaller. */
const distanceTolerance = 1e-9;

/** The distinct radii of members, and the quick distance that each one reaches. */
export type RadiusTable = {
  radii: readonly number[];
  chords: readonly ChordDistance[];
  /** The index of a radius in both lists; a new radius is added. */
  indexOf: (radius: number) => number;
  farthest: () => number;
  /** `apart` adjusted for a comparison with `chords`: at the very edge of a radius the exact miles decide. */
  resolveEdge: (apart: ChordDistance, place: number, around: Point) => ChordDistance;
};

export function createRadiusTable(maxRadii: number, placeAt: (place: number) => Point): RadiusTable {
  const radii: number[] = [];
  const chords: ChordDistance[] = [];
  return {
    radii,
    chords,
    indexOf: (radius) => {
      const index = radii.indexOf(radius);
      if (index >= 0) return index;
      if (radii.length === maxRadii) throw new RangeError(`More than ${maxRadii} different radii`);
      chords.push(toChordDistance(radius));
      return radii.push(radius) - 1;
    },
    farthest: () => Math.max(0, ...radii),
    resolveEdge: (apart, place, around) => {
      for (let index = 0; index < chords.length; index++) {
        const reach = chords[index] ?? 0;
        if (Math.abs(apart - reach) > reach * distanceTolerance) continue;
        return milesBetween(placeAt(place), around) <= (radii[index] ?? 0)
          ? reach
          : reach * (1 + 2 * distanceTolerance);
      }
      return apart;
    },
  };
}
