/** A member's limit, radius and wishes in one whole number, which sorts by the limit: limit, 8 bits of radius, 3 of wishes. */
const limitUnit = 2048;
const wishesUnit = 8;
export const mostRadii = limitUnit / wishesUnit;

export const termOf = (maxPrice: number, radiusIndex: number, wishes: number): number =>
  maxPrice * limitUnit + radiusIndex * wishesUnit + wishes;
export const maxPriceOf = (term: number): number => Math.floor(term / limitUnit);
export const radiusIndexOf = (term: number): number => (term & (limitUnit - 1)) >>> 3;

/** Index of the first of these, lowest limit first, whose limit is at least `price`. */
export function firstAffording(terms: readonly number[], price: number): number {
  const least = price * limitUnit;
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
