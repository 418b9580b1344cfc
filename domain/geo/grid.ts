import type { Point } from './distance.ts';

/** A spatial index: a search visits only the cells around a point. */
export type Grid<Item> = {
  add: (item: Item, at: Point) => void;
  remove: (item: Item, at: Point) => void;
  /** Visits every item within `miles` of `around`, and possibly some slightly farther away. */
  visitNear: (around: Point, miles: number, visit: (item: Item) => void) => void;
};

const milesPerDegree = (Math.PI * 3958.8) / 180;
const degrees = 180 / Math.PI;

/** How many degrees of longitude a circle covers on either side of its centre; 360 where it contains a pole. */
function findHalfWidth(latitude: number, reach: number): number {
  if (Math.abs(latitude) + reach >= 90) return 180;
  return Math.asin(Math.sin(reach / degrees) / Math.cos(latitude / degrees)) * degrees;
}

/** The cells of a globe, `cellsPerDegree` to the degree, by number; they wrap at the date line. */
export function createCells(cellsPerDegree: number) {
  const columns = 360 * cellsPerDegree;
  const rowOf = (latitude: number) => Math.floor((latitude + 90) * cellsPerDegree);
  const columnOf = (longitude: number) => Math.floor((longitude + 180) * cellsPerDegree);
  const toCell = (row: number, column: number) => row * columns + (((column % columns) + columns) % columns);

  return {
    findCell: ({ latitude, longitude }: Point): number => toCell(rowOf(latitude), columnOf(longitude)),
    /** The cells that a circle touches. */
    listCellsNear: ({ latitude, longitude }: Point, miles: number): number[] => {
      // slightly wider than the circle, so that rounding never loses an item on its edge
      const reach = (miles / milesPerDegree) * 1.000001 + 1e-9;
      const width = findHalfWidth(latitude, reach);
      const first = columnOf(longitude - width);
      const last = Math.min(columnOf(longitude + width), first + columns - 1);
      const near: number[] = [];
      for (let row = rowOf(latitude - reach); row <= rowOf(latitude + reach); row++)
        for (let column = first; column <= last; column++) near.push(toCell(row, column));
      return near;
    },
  };
}

/** A grid of `cellsPerDegree` cells to the degree; it wraps at the date line. */
export function createGrid<Item>(cellsPerDegree: number): Grid<Item> {
  const { findCell, listCellsNear } = createCells(cellsPerDegree);
  const cells = new Map<number, Item[]>();

  return {
    add: (item, at) => {
      const key = findCell(at);
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, [item]);
      else cell.push(item);
    },
    remove: (item, at) => {
      const key = findCell(at);
      const cell = cells.get(key) ?? [];
      const index = cell.indexOf(item);
      if (index >= 0) cell.splice(index, 1);
      if (cell.length === 0) cells.delete(key);
    },
    visitNear: (around, miles, visit) => {
      for (const cell of listCellsNear(around, miles)) for (const item of cells.get(cell) ?? []) visit(item);
    },
  };
}

/** The cells of a grid, each created when a place in it is first requested. */
export function createCellGrid<Cell>(cellsPerDegree: number, make: () => Cell) {
  const grid = createGrid<Cell>(cellsPerDegree);
  const cells = new Map<string, Cell>();

  return {
    findOrCreate: (place: Point): Cell => {
      // The same formula as in the grid: another one could round a point near an edge into the neighbouring cell.
      const row = Math.floor((place.latitude + 90) * cellsPerDegree);
      const key = `${row} ${Math.floor((place.longitude + 180) * cellsPerDegree)}`;
      const there = cells.get(key);
      if (there !== undefined) return there;
      const cell = make();
      cells.set(key, cell);
      grid.add(cell, place);
      return cell;
    },
    visitNear: grid.visitNear,
  };
}
