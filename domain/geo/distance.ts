/** Degrees north and east. */
export type Point = { latitude: number; longitude: number };

const earthRadius = 3958.8;
const radians = Math.PI / 180;

/** How far apart on a globe of radius 1: half the chord, squared. It grows with the distance and needs no trigonometry. */
export type Apart = number;

export const apartBy = (miles: number): Apart => Math.sin(Math.min(miles / (2 * earthRadius), Math.PI / 2)) ** 2;

/** A point on a globe of radius 1. */
export type Vector = readonly [x: number, y: number, z: number];

export function unitVector({ latitude, longitude }: Point): Vector {
  const ring = Math.cos(latitude * radians);
  return [ring * Math.cos(longitude * radians), ring * Math.sin(longitude * radians), Math.sin(latitude * radians)];
}

/** Great-circle distance in miles (haversine, mean Earth radius 3958.8 miles). */
export function milesBetween(a: Point, b: Point): number {
  const north = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const h = north * north + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * east * east;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** As people are told it, in tenths; what lies beyond the radius never reads as if it lay within. */
export function shownMiles(exact: number, radius: number): number {
  const tenths = Math.round(exact * 10);
  return (exact > radius ? Math.max(tenths, 10 * radius + 1) : tenths) / 10;
}
