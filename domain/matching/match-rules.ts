import { defaultMaxPrice, defaultRadiusMiles, type SearchFilters } from '#domain/user/filters.contract.ts';
import { toChordDistance, type Point, toUnitVector } from '#domain/geo/distance.ts';
import {
  getTypeBit,
  optionalTypes,
  type PropertyType,
  type TypeFlag,
} from '#domain/listing/property-types.contract.ts';

/** Relative tolerance of the quick distance against the exact one; the real error is far smaller. */
const distanceTolerance = 1e-9;

/** A user's search. Radius in miles, price in whole US dollars; `typeBits` are those of the types asked for. */
export type SearchCriteria = { radius: number; maxPrice: number; typeBits: number };

/** The effective filters: values never saved have the defaults of the forms. */
export function toSearchCriteria(filters: Omit<SearchFilters, 'zipCode'>): SearchCriteria {
  return {
    radius: filters.mileageRadius ?? defaultRadiusMiles,
    maxPrice: filters.maxPrice ?? defaultMaxPrice,
    typeBits: changeTypeBits(0, filters),
  };
}

/** The bits once the given flags have changed. */
export function changeTypeBits(bits: number, changes: Partial<Record<TypeFlag, boolean | undefined>>): number {
  return optionalTypes.reduce((left, { flag, bit }) => {
    const isWanted = changes[flag] ?? (bits & bit) > 0;
    return isWanted ? left | bit : left;
  }, 0);
}

export function matchesPrice({ maxPrice }: SearchCriteria, price: number): boolean {
  return price <= maxPrice;
}

export function matchesType(search: SearchCriteria, type: PropertyType): boolean {
  const needed = getTypeBit(type);
  return (search.typeBits & needed) === needed;
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
