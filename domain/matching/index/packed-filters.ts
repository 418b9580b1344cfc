import { typeBitsEnd } from '#domain/listing/property-types.contract.ts';

/** A member's limit, radius and types in one whole number that sorts by the limit: limit, 8 bits of radius, types. */
export const maxRadii = 256;
const limitUnit = maxRadii * typeBitsEnd;
/** Packed filters are stored in 32 bits. */
const maxLimit = 2 ** 32 / limitUnit - 1;

/** Throws RangeError for a limit outside the range that fits. */
export function packFilters(maxPrice: number, radiusIndex: number, typeBits: number): number {
  if (maxPrice < 0 || maxPrice > maxLimit) throw new RangeError(`A limit must be from 0 to ${maxLimit}`);
  return maxPrice * limitUnit + radiusIndex * typeBitsEnd + typeBits;
}
export const unpackMaxPrice = (term: number): number => Math.floor(term / limitUnit);
export const unpackRadiusIndex = (term: number): number => Math.floor((term & (limitUnit - 1)) / typeBitsEnd);
export const unpackTypeBits = (term: number): number => term & (typeBitsEnd - 1);
/** The lower bound of the packed filters of all members that can pay `price`. */
export const packMinLimit = (price: number): number => price * limitUnit;
