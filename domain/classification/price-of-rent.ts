import type { Case } from './case.ts';
import { anyOf, quoteOf } from '#domain/text/phrases.ts';
import { praise } from './vocabulary/rentals.ts';
import { thresholds } from './thresholds.ts';

const { weights, surelyMonthly, maybeMonthly, maybeMonthlyFlat, neverMonthly } = thresholds;
const flat = anyOf`apartments?; lofts?; penthouses?; condos?; studio; condominiums?`;
const unitOfAHouse = anyOf`
  #~[a-z0-9]{1,5}; (?:apt|unit|suite)\.? #?[a-z0-9]{1,5};
  (?:first|second|third|1st|2nd|3rd|top) (?:floor|flr|fl)`;
const pad = anyOf`(?:mobile home|manufactured home|trailer|camper|rv) (?:lots?|spaces?|pads?|sites?|spots?)`;

/** A place to put a home on, which is let; land is sold for a few hundred dollars too. */
export const isPad = (title: string): boolean => quoteOf(pad, title) !== null;

/** Below which price a house of this kind is let more often than sold. */
const mostMonthly = ({ title, typed }: Case) =>
  typed?.type === 'house' && quoteOf(flat, title) !== null ? maybeMonthlyFlat : maybeMonthly;

/** The title is an address and nothing else, as in a county's list. */
const isListed = (address: Case['address']) => address !== null && address.place && address.alone;

/** A house that the title names, or a part of one at the address in it. */
const isNamedHouse = ({ typed, title }: Case) =>
  typed?.type === 'house' &&
  (typed.by === 'title' || (typed.by === 'address' && quoteOf(unitOfAHouse, title) !== null));

/** How much a price speaks of a monthly rent; nobody lets a house as a bare line of a list. */
export function priceOfRent(theCase: Case): number {
  const { price, typed, address, title } = theCase;
  if (price === null || isListed(address)) return 0;
  if (typed?.type === 'raw land') return price < surelyMonthly && isPad(title) ? weights.maybeMonthly : 0;
  return ofADwelling(theCase, price);
}

/** Nobody sells a house as good as new for as little as a rent. */
function ofADwelling(theCase: Case, price: number): number {
  if (price >= mostMonthly(theCase)) return 0;
  // A dollar stands for no price at all.
  const isNamed = price > 1 && isNamedHouse(theCase);
  const isPraised = isNamed && price < maybeMonthly && quoteOf(praise, theCase.title) !== null;
  const isSure = isNamed && price < surelyMonthly;
  return (isSure ? weights.surelyMonthly : weights.maybeMonthly) + (isPraised ? weights.praised : 0);
}

/** How much a price speaks of a sale; of what is not said to be a dwelling only a high one does. */
export function priceOfSale(theCase: Case): number {
  const { price, typed } = theCase;
  const least = typed === null ? neverMonthly : mostMonthly(theCase);
  if (price === null || price < least) return 0;
  return price < neverMonthly ? weights.sold : weights.surelySold;
}
