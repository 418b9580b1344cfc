import { getTypeBit, type PropertyType } from '#domain/listing/property-types.contract.ts';
import type { MatchOccasion } from './match-occasions.ts';
import { type Point, toUnitVector } from '#domain/geo/distance.ts';
import { createCellGrid } from '#domain/geo/grid.ts';

/** A listing and its match occasions (ms since 1970), the latest last. */
export type IndexedListing = Point & {
  listingId: string;
  propertyType: PropertyType;
  occasions: readonly MatchOccasion<number>[];
};

/**
 * The listings of one area in parallel lists of numbers, so that a hundred thousand are scanned in milliseconds:
 * coordinates on a globe of radius 1, lowest price, latest occasion, and type flag.
 */
export type RecentListingsCell = {
  listings: IndexedListing[];
  xs: number[];
  ys: number[];
  zs: number[];
  lowest: number[];
  latest: number[];
  typeBits: number[];
  /** 1 where it has more than one match occasion. */
  hasSeveralOccasions: number[];
};

export type RecentListingsGrid = {
  add: (find: IndexedListing) => void;
  remove: (find: IndexedListing) => void;
  visitNear: (around: Point, miles: number, visit: (cell: RecentListingsCell) => void) => void;
};

const cellsPerDegree = 2;

export function createRecentListingsGrid(): RecentListingsGrid {
  const cells = createCellGrid<RecentListingsCell>(cellsPerDegree, () => {
    return { listings: [], xs: [], ys: [], zs: [], lowest: [], latest: [], typeBits: [], hasSeveralOccasions: [] };
  });

  return {
    add: (find) => {
      const cell = cells.findOrCreate(find);
      const [x, y, z] = toUnitVector(find);
      cell.listings.push(find);
      cell.xs.push(x);
      cell.ys.push(y);
      cell.zs.push(z);
      cell.lowest.push(Math.min(...find.occasions.map(({ price }) => price)));
      cell.latest.push(findLatestTime(find));
      cell.typeBits.push(getTypeBit(find.propertyType));
      cell.hasSeveralOccasions.push(find.occasions.length > 1 ? 1 : 0);
    },
    remove: (find) => {
      const { listings, ...numbers } = cells.findOrCreate(find);
      const index = listings.indexOf(find);
      if (index < 0) return;
      for (const list of [listings, ...Object.values(numbers)]) list.splice(index, 1);
    },
    visitNear: cells.visitNear,
  };
}

/** The latest match occasion of a listing. */
export function findLatestTime({ occasions }: IndexedListing): number {
  return occasions.at(-1)?.at ?? 0;
}
