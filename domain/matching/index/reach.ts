import { type Apart, apartBy, milesBetween, type Point } from '#domain/geo/distance.ts';

/** Share by which the quick distance may differ from the exact one; in truth it is far less. */
const doubt = 1e-9;

/** The distinct radii that members chose, and how far apart each reaches. */
export type Reaches = {
  radii: readonly number[];
  reaches: readonly Apart[];
  /** The place of a radius in both lists, where it is entered if it is new. */
  indexOf: (radius: number) => number;
  farthest: () => number;
  /** `apart` as it may be held against `reaches`: on the very edge of a radius the exact miles decide. */
  settled: (apart: Apart, place: number, around: Point) => Apart;
};

export function createReaches(most: number, placeAt: (place: number) => Point): Reaches {
  const radii: number[] = [];
  const reaches: Apart[] = [];
  return {
    radii,
    reaches,
    indexOf: (radius) => {
      const known = radii.indexOf(radius);
      if (known >= 0) return known;
      if (radii.length === most) throw new RangeError(`More than ${most} different radii`);
      reaches.push(apartBy(radius));
      return radii.push(radius) - 1;
    },
    farthest: () => Math.max(0, ...radii),
    settled: (apart, place, around) => {
      for (let index = 0; index < reaches.length; index++) {
        const reach = reaches[index] ?? 0;
        if (Math.abs(apart - reach) > reach * doubt) continue;
        return milesBetween(placeAt(place), around) <= (radii[index] ?? 0) ? reach : reach * (1 + 2 * doubt);
      }
      return apart;
    },
  };
}
