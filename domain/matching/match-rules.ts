import { defaultMaxPrice, defaultRadiusMiles, type Filters } from '#domain/user/contract.ts';
import { toChordDistance, type Point, toUnitVector } from '#domain/geo/distance.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import { typeFlags, type TypePreferences, toTypeFlags } from './type-flags.ts';

/** Share by which the quick distance may differ from the exact one; in truth it is far less. */
const distanceTolerance = 1e-9;

/** What somebody looks for. Radius in miles, price in whole US dollars. */
export type SearchCriteria = TypePreferences & { radius: number; maxPrice: number };

/** Of no account for what is found. */
type DeliveryField = 'notificationPreference' | 'alertMails' | 'quietHours';

/** Filters as they count: what was never saved is as the forms show it. */
export function toSearchCriteria(filters: Omit<Filters, 'zipCode' | DeliveryField>): SearchCriteria {
  return {
    radius: filters.mileageRadius ?? defaultRadiusMiles,
    maxPrice: filters.maxPrice ?? defaultMaxPrice,
    wantsMobileHomes: filters.includeMobileHomes,
    wantsRawLand: filters.includeRawLand,
    wantsTinyHomes: filters.includeTinyHomes,
  };
}

export function matchesPrice({ maxPrice }: SearchCriteria, price: number): boolean {
  return price <= maxPrice;
}

export function matchesType(search: SearchCriteria, type: PropertyType): boolean {
  const needed = typeFlags[type];
  return (toTypeFlags(search) & needed) === needed;
}

/**
 * Whether a place lies within the radius of a centre, quick to ask of many; null on the very edge, where the exact miles
 * decide. x, y and z are the place on a globe of radius 1.
 */
export function createDistanceMatcher(
  centre: Point,
  radius: number,
): (x: number, y: number, z: number) => boolean | null {
  const [east, north, up] = toUnitVector(centre);
  const reach = toChordDistance(radius);
  const slack = reach * distanceTolerance;
  return (x, y, z) => {
    const apart = ((x - east) * (x - east) + (y - north) * (y - north) + (z - up) * (z - up)) / 4;
    return Math.abs(apart - reach) > slack ? apart < reach : null;
  };
}
