/** A member's limit, radius and wishes in one whole number, which sorts by the limit: limit, 8 bits of radius, 3 of wishes. */
const limitUnit = 2048;
const wishesUnit = 8;
export const mostRadii = limitUnit / wishesUnit;
/** Terms are kept in 32 bits. */
const mostLimit = 2 ** 32 / limitUnit - 1;

/** Throws RangeError for a limit that nobody may set. */
export function termOf(maxPrice: number, radiusIndex: number, wishes: number): number {
  if (maxPrice < 0 || maxPrice > mostLimit) throw new RangeError(`A limit must be from 0 to ${mostLimit}`);
  return maxPrice * limitUnit + radiusIndex * wishesUnit + wishes;
}
export const maxPriceOf = (term: number): number => Math.floor(term / limitUnit);
export const radiusIndexOf = (term: number): number => (term & (limitUnit - 1)) >>> 3;
export const wishesIn = (term: number): number => term & (wishesUnit - 1);
/** No term below this is of somebody who can pay `price`. */
export const leastTermFor = (price: number): number => price * limitUnit;
