import type { MemberBlock } from './member-block.ts';
import { type Point, toUnitVector } from '#domain/geo/distance.ts';
import { createCellGrid } from '#domain/geo/grid.ts';

/** `xs`, `ys` and `zs` are parallel to `places`: the coordinates of each on a globe of radius 1. */
export type ZipCell = { places: number[]; xs: number[]; ys: number[]; zs: number[]; blocks: MemberBlock[] };

const cellsPerDegree = 0.5;

/** The cell that contains a place. */
export function createZipCells() {
  const ofPlace: ZipCell[] = [];
  const cells = createCellGrid<ZipCell>(cellsPerDegree, () => ({ places: [], xs: [], ys: [], zs: [], blocks: [] }));

  return {
    findOrCreate: (place: number, at: Point): ZipCell => {
      const existing = ofPlace[place];
      if (existing !== undefined) return existing;
      const cell = cells.findOrCreate(at);
      const [x, y, z] = toUnitVector(at);
      cell.places.push(place);
      cell.xs.push(x);
      cell.ys.push(y);
      cell.zs.push(z);
      ofPlace[place] = cell;
      return cell;
    },
    visitNear: cells.visitNear,
  };
}
