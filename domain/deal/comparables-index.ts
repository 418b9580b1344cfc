import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { createGrid } from '#domain/geo/grid.ts';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';

/** A listing whose price for its size is known; `at` is when it was last news (ms since 1970). */
export type Comparable = Point & {
  listingId: string;
  propertyType: PropertyType;
  pricePerUnit: number;
  at: number;
};

export type ComparableSearch = { propertyType: PropertyType; miles: number; since: number; except: string };

export type ComparablesIndex = {
  /** Adds or replaces a listing. */
  set: (comparable: Comparable) => void;
  remove: (listingId: string) => void;
  forgetBefore: (since: number) => void;
  /** The prices of the other listings of a type in a circle. */
  listPrices: (around: Point, search: ComparableSearch) => number[];
};

const cellsPerDegree = 2;

/** Listings by place: a search reads only the cells around a point. */
export function createComparablesIndex(): ComparablesIndex {
  const comparables = new Map<string, Comparable>();
  const grid = createGrid<Comparable>(cellsPerDegree);

  const remove = (listingId: string) => {
    const comparable = comparables.get(listingId);
    if (comparable === undefined) return;
    comparables.delete(listingId);
    grid.remove(comparable, comparable);
  };

  return {
    set: (comparable) => {
      remove(comparable.listingId);
      comparables.set(comparable.listingId, comparable);
      grid.add(comparable, comparable);
    },
    remove,
    forgetBefore: (since) => {
      for (const { listingId, at } of comparables.values()) if (at < since) remove(listingId);
    },
    listPrices: (around, { propertyType, miles, since, except }) => {
      const prices: number[] = [];
      grid.visitNear(around, miles, (one) => {
        const isComparable = one.propertyType === propertyType && one.at >= since && one.listingId !== except;
        if (isComparable && milesBetween(around, one) <= miles) prices.push(one.pricePerUnit);
      });
      return prices;
    },
  };
}
