/** Degrees north and east. */
export type Point = { latitude: number; longitude: number };

const earthRadius = 3958.8;
const radians = Math.PI / 180;

/** Great-circle distance in miles (haversine, mean Earth radius 3958.8 miles). */
export function milesBetween(a: Point, b: Point): number {
  const north = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const h = north * north + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * east * east;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}
