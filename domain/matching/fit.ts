import { defaultMaxPrice, defaultRadius, type Filters } from '#domain/user/contract.ts';
import { apartBy, type Point, unitVector } from '#domain/geo/distance.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import { wish, type Wishes, wishesOf } from './wishes.ts';

/** Share by which the quick distance may differ from the exact one; in truth it is far less. */
const doubt = 1e-9;

/** What somebody looks for. Radius in miles, price in whole US dollars. */
export type Search = Wishes & { radius: number; maxPrice: number };

/** Of no account for what is found. */
type HowTold = 'notificationPreference' | 'alertMails' | 'quietHours';

/** Filters as they count: what was never saved is as the forms show it. */
export function searchOf(filters: Omit<Filters, 'zipCode' | HowTold>): Search {
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

/**
 * Whether a place lies within the radius of a centre, quick to ask of many; null on the very edge, where the exact miles
 * decide. x, y and z are the place on a globe of radius 1.
 */
export function nearTo(centre: Point, radius: number): (x: number, y: number, z: number) => boolean | null {
  const [east, north, up] = unitVector(centre);
  const reach = apartBy(radius);
  const slack = reach * doubt;
  return (x, y, z) => {
    const apart = ((x - east) * (x - east) + (y - north) * (y - north) + (z - up) * (z - up)) / 4;
    return Math.abs(apart - reach) > slack ? apart < reach : null;
  };
}
