import type { Block } from './block.ts';
import { type Point, unitVector } from '#domain/geo/distance.ts';
import { createCells } from '#domain/geo/grid.ts';

/** `xs`, `ys` and `zs` run in step with `places`: where each is on a globe of radius 1. */
export type Cell = { places: number[]; xs: number[]; ys: number[]; zs: number[]; blocks: Block[] };

const cellsPerDegree = 0.5;

/** Which cell a place lies in. */
export function cellsOfPlaces() {
  const all: Cell[] = [];
  const ofPlace: Cell[] = [];
  const cells = createCells<Cell>(cellsPerDegree, () => {
    const cell: Cell = { places: [], xs: [], ys: [], zs: [], blocks: [] };
    all.push(cell);
    return cell;
  });

  return {
    all,
    of: (place: number, at: Point): Cell => {
      const known = ofPlace[place];
      if (known !== undefined) return known;
      const cell = cells.at(at);
      const [x, y, z] = unitVector(at);
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
