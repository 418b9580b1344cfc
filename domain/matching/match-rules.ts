import { defaultMaxPrice, defaultRadiusMiles, type Filters } from '#domain/user/contract.ts';
import { toChordDistance, type Point, toUnitVector } from '#domain/geo/distance.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import { typeFlags, type TypePreferences, toTypeFlags } from './type-flags.ts';

/** Relative tolerance of the quick distance against the exact one; the real error is far smaller. */
const distanceTolerance = 1e-9;

/** A user's search. Radius in miles, price in whole US dollars. */
export type SearchCriteria = TypePreferences & { radius: number; maxPrice: number };

/** Not used for matching. */
type DeliveryField = 'notificationPreference' | 'alertMails' | 'quietHours';

/** The effective filters: values never saved have the defaults of the forms. */
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
 * Whether a place lies within the radius of a centre, fast for many places; null at the very edge, where the exact
 * miles decide. x, y and z are the place on a globe of radius 1.
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
