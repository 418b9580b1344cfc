import { defaultMaxPrice, defaultRadius, type Filters } from '../user/contract.ts';
import { apartBy, milesBetween, type Point, unitVector, type Vector } from './distance.ts';
import type { PropertyType } from '../listing/contract.ts';
import { wish, type Wishes, wishesOf } from './wishes.ts';

/** Share by which the quick distance may differ from the exact one; in truth it is far less. */
const doubt = 1e-9;

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

export function wants(search: Search, type: PropertyType): boolean {
  const needed = wish[type];
  return (wishesOf(search) & needed) === needed;
}

/** Whether a listing lies within the radius of a centre; quick to ask of many, and exact on the very edge. */
export function nearTo(centre: Point, radius: number): (listing: Point, at: Vector) => boolean {
  const [x, y, z] = unitVector(centre);
  const reach = apartBy(radius);
  const slack = reach * doubt;
  return (listing, at) => {
    const apart = ((at[0] - x) ** 2 + (at[1] - y) ** 2 + (at[2] - z) ** 2) / 4;
    if (Math.abs(apart - reach) > slack) return apart < reach;
    return milesBetween(centre, listing) <= radius;
  };
}
