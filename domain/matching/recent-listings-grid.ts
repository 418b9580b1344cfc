import type { PropertyType } from '#domain/listing/contract.ts';
import type { MatchOccasion } from './match-occasions.ts';
import { type Point, toUnitVector } from '#domain/geo/distance.ts';
import { createCellGrid } from '#domain/geo/grid.ts';
import { typeFlags } from './type-flags.ts';

/** A listing and its match occasions (ms since 1970), the latest last. */
export type IndexedListing = Point & {
  listingId: string;
  propertyType: PropertyType;
  news: readonly MatchOccasion<number>[];
};

/**
 * The listings of one area in parallel lists of numbers, so that a hundred thousand are scanned in milliseconds:
 * coordinates on a globe of radius 1, lowest price, latest occasion, and type flag.
 */
export type RecentListingsCell = {
  finds: IndexedListing[];
  xs: number[];
  ys: number[];
  zs: number[];
  lowest: number[];
  latest: number[];
  typeFlags: number[];
  /** 1 where it has more than one match occasion. */
  isOften: number[];
};

export type RecentListingsGrid = {
  add: (find: IndexedListing) => void;
  remove: (find: IndexedListing) => void;
  visitNear: (around: Point, miles: number, visit: (cell: RecentListingsCell) => void) => void;
};

const cellsPerDegree = 2;

export function createRecentListingsGrid(): RecentListingsGrid {
  const cells = createCellGrid<RecentListingsCell>(cellsPerDegree, () => {
    return { finds: [], xs: [], ys: [], zs: [], lowest: [], latest: [], typeFlags: [], isOften: [] };
  });

  return {
    add: (find) => {
      const cell = cells.at(find);
      const [x, y, z] = toUnitVector(find);
      cell.finds.push(find);
      cell.xs.push(x);
      cell.ys.push(y);
      cell.zs.push(z);
      cell.lowest.push(Math.min(...find.news.map(({ price }) => price)));
      cell.latest.push(findLatestTime(find));
      cell.typeFlags.push(typeFlags[find.propertyType]);
      cell.isOften.push(find.news.length > 1 ? 1 : 0);
    },
    remove: (find) => {
      const { finds, ...numbers } = cells.at(find);
      const index = finds.indexOf(find);
      if (index < 0) return;
      for (const list of [finds, ...Object.values(numbers)]) list.splice(index, 1);
    },
    visitNear: cells.visitNear,
  };
}

/** The latest match occasion of a listing. */
export function findLatestTime({ news }: IndexedListing): number {
  return news.at(-1)?.at ?? 0;
}
