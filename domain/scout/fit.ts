import { defaultMaxPrice, defaultRadius, type Filters } from '../user/contract.ts';
import { milesBetween, type Point } from './distance.ts';
import type { MatchedListing } from './matcher.ts';
import { wish, type Wishes, wishesOf } from './wishes.ts';

/** What somebody looks for. Radius in miles, price in whole US dollars. */
export type Search = Wishes & { radius: number; maxPrice: number };

/** Filters as they count: what was never saved is as the forms show it. */
export function searchOf(filters: Filters): Search {
  return {
    radius: filters.mileageRadius ?? defaultRadius,
    maxPrice: filters.maxPrice ?? defaultMaxPrice,
    wantsMobileHomes: filters.includeMobileHomes,
    wantsRawLand: filters.includeRawLand,
    wantsTinyHomes: filters.includeTinyHomes,
  };
}

export function affords({ maxPrice }: Search, price: number): boolean {
  return price <= maxPrice;
}

export function wants(search: Search, { propertyType }: Pick<MatchedListing, 'propertyType'>): boolean {
  const needed = wish[propertyType];
  return (wishesOf(search) & needed) === needed;
}

/** Great-circle miles to a listing that lies within the radius; null for one beyond it. */
export function milesWithin(radius: number, centre: Point, listing: Point): number | null {
  const miles = milesBetween(centre, listing);
  return miles <= radius ? miles : null;
}
