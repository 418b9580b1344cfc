import { milesBetween, type Point } from './distance.ts';

/** Degrees: a spot is about 35 miles high, and narrower to the north. */
const size = 0.5;

/** The spot that a point lies in, named so that it fits a document: '84,-167'. */
export function spotOf({ latitude, longitude }: Point): string {
  return `${Math.floor(latitude / size)},${Math.floor(longitude / size)}`;
}

/** Whether some of a spot lies within so many miles of a point. */
export function touches(spot: string, around: Point, miles: number): boolean {
  const [row = 0, column = 0] = spot.split(',').map(Number);
  const latitude = between(row * size, around.latitude, (row + 1) * size);
  const longitude = between(column * size, around.longitude, (column + 1) * size);
  return milesBetween(around, { latitude, longitude }) <= miles;
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
