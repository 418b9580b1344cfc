/**
 * A member's limit, radius and types in one whole number that sorts by the limit: limit, 8 bits of radius, 3 of types.
 */
const limitUnit = 2048;
const typeFlagsUnit = 8;
export const maxRadii = limitUnit / typeFlagsUnit;
/** Packed filters are stored in 32 bits. */
const maxLimit = 2 ** 32 / limitUnit - 1;

/** Throws RangeError for a limit outside the range that fits. */
export function packFilters(maxPrice: number, radiusIndex: number, typeFlags: number): number {
  if (maxPrice < 0 || maxPrice > maxLimit) throw new RangeError(`A limit must be from 0 to ${maxLimit}`);
  return maxPrice * limitUnit + radiusIndex * typeFlagsUnit + typeFlags;
}
export const unpackMaxPrice = (term: number): number => Math.floor(term / limitUnit);
export const unpackRadiusIndex = (term: number): number => (term & (limitUnit - 1)) >>> 3;
export const unpackTypeFlags = (term: number): number => term & (typeFlagsUnit - 1);
/** The lower bound of the packed filters of all members that can pay `price`. */
export const packMinLimit = (price: number): number => price * limitUnit;
