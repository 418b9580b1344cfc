import type { Point } from './distance.ts';

export type ZipPoint = Point & { zipCode: string };

/** Places by a running index. Places are only added, as there are at most as many as ZIPs. */
export type ZipIndex = {
  /** The index of a place; a new place is added. */
  indexOf: (place: ZipPoint) => number;
  get: (index: number) => ZipPoint;
  count: () => number;
};

export function createZipIndex(): ZipIndex {
  const places: ZipPoint[] = [];
  const byZip = new Map<string, number>();
  return {
    indexOf: ({ zipCode, latitude, longitude }) => {
      const index = byZip.get(zipCode) ?? -1;
      const place = places[index];
      if (place?.latitude === latitude && place.longitude === longitude) return index;
      byZip.set(zipCode, places.length);
      return places.push({ zipCode, latitude, longitude }) - 1;
    },
    get: (index) => places[index] ?? { zipCode: '', latitude: 0, longitude: 0 },
    count: () => places.length,
  };
}
