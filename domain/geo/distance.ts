/** Degrees north and east. */
export type Point = { latitude: number; longitude: number };

const earthRadiusMiles = 3958.8;
const radiansPerDegree = Math.PI / 180;

/**
 * The distance on a globe of radius 1, as half the chord squared. It grows with the distance and needs no trigonometry.
 */
export type ChordDistance = number;

export const toChordDistance = (miles: number): ChordDistance =>
  Math.sin(Math.min(miles / (2 * earthRadiusMiles), Math.PI / 2)) ** 2;

/** A point on a globe of radius 1. */
export type Vector = readonly [x: number, y: number, z: number];

export function toUnitVector({ latitude, longitude }: Point): Vector {
  const ring = Math.cos(latitude * radiansPerDegree);
  return [
    ring * Math.cos(longitude * radiansPerDegree),
    ring * Math.sin(longitude * radiansPerDegree),
    Math.sin(latitude * radiansPerDegree),
  ];
}

/** Great-circle distance in miles (haversine, mean Earth radius 3958.8 miles). */
export function milesBetween(a: Point, b: Point): number {
  const north = Math.sin(((b.latitude - a.latitude) * radiansPerDegree) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * radiansPerDegree) / 2);
  const h =
    north * north + Math.cos(a.latitude * radiansPerDegree) * Math.cos(b.latitude * radiansPerDegree) * east * east;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The distance for display, in tenths; a distance beyond the radius is never rounded to one within it. */
export function roundMiles(exact: number, radius: number): number {
  const tenths = Math.round(exact * 10);
  return (exact > radius ? Math.max(tenths, 10 * radius + 1) : tenths) / 10;
}
