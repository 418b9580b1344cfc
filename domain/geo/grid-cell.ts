import { milesBetween, type Point } from './distance.ts';

/** In degrees: a cell is about 35 miles high, and narrower to the north. */
const cellDegrees = 0.5;

/** The key of the cell that contains a point, usable as a document id: '84,-167'. */
export function toGridCell({ latitude, longitude }: Point): string {
  return `${Math.floor(latitude / cellDegrees)},${Math.floor(longitude / cellDegrees)}`;
}

/** Whether any part of a cell lies within this many miles of a point. */
export function isCellInRadius(gridCell: string, around: Point, miles: number): boolean {
  const [row = 0, column = 0] = gridCell.split(',').map(Number);
  const latitude = clamp(row * cellDegrees, around.latitude, (row + 1) * cellDegrees);
  const longitude = clamp(column * cellDegrees, around.longitude, (column + 1) * cellDegrees);
  return milesBetween(around, { latitude, longitude }) <= miles;
}

function clamp(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
