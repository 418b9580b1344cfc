import { type Apart, type Point, unitVector } from './distance.ts';

export type ZipPoint = Point & { zipCode: string };

/** Places by a running index. They only grow, for there are no more of them than ZIPs. */
export type Places = {
  /** The index of a place, which is entered if it is new. */
  indexOf: (place: ZipPoint) => number;
  at: (index: number) => ZipPoint;
  /** How far apart places are from one point. */
  apartFrom: (around: Point) => (index: number) => Apart;
  count: () => number;
};

export function createPlaces(): Places {
  const places: ZipPoint[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  const zs: number[] = [];
  const byZip = new Map<string, number>();
  return {
    indexOf: ({ zipCode, latitude, longitude }) => {
      const known = byZip.get(zipCode) ?? -1;
      const place = places[known];
      if (place?.latitude === latitude && place.longitude === longitude) return known;
      const [x, y, z] = unitVector({ latitude, longitude });
      xs.push(x);
      ys.push(y);
      zs.push(z);
      byZip.set(zipCode, places.length);
      return places.push({ zipCode, latitude, longitude }) - 1;
    },
    at: (index) => places[index] ?? { zipCode: '', latitude: 0, longitude: 0 },
    apartFrom: (around) => {
      const [x, y, z] = unitVector(around);
      return (index) => {
        const east = (xs[index] ?? 0) - x;
        const north = (ys[index] ?? 0) - y;
        const up = (zs[index] ?? 0) - z;
        return (east * east + north * north + up * up) / 4;
      };
    },
    count: () => places.length,
  };
}
