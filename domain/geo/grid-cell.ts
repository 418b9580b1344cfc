import { milesBetween, type Point } from './distance.ts';

/** Degrees: a spot is about 35 miles high, and narrower to the north. */
const cellDegrees = 0.5;

/** The spot that a point lies in, named so that it fits a document: '84,-167'. */
export function toGridCell({ latitude, longitude }: Point): string {
  return `${Math.floor(latitude / cellDegrees)},${Math.floor(longitude / cellDegrees)}`;
}

/** Whether some of a spot lies within so many miles of a point. */
export function isCellInRadius(gridCell: string, around: Point, miles: number): boolean {
  const [row = 0, column = 0] = gridCell.split(',').map(Number);
  const latitude = clamp(row * cellDegrees, around.latitude, (row + 1) * cellDegrees);
  const longitude = clamp(column * cellDegrees, around.longitude, (column + 1) * cellDegrees);
  return milesBetween(around, { latitude, longitude }) <= miles;
}

function clamp(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
