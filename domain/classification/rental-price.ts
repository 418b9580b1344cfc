import type { TextFeatures } from './features.ts';
import { compilePhrases, findQuote } from '#domain/text/phrase-matcher.ts';
import { conditionPraise } from './vocabulary/rental-terms.ts';
import { thresholds } from './thresholds.ts';

const { weights, minUnlikelyRent, maybeMonthly, maybeMonthlyFlat, maxMonthlyRent } = thresholds;
const apartmentWords = compilePhrases`apartments?; lofts?; penthouses?; condos?; studio; condominiums?`;
const houseUnitWords = compilePhrases`
  #~[a-z0-9]{1,5}; (?:apt|unit|suite)\.? #?[a-z0-9]{1,5};
  (?:first|second|third|1st|2nd|3rd|top) (?:floor|flr|fl)`;
const homePadWords = compilePhrases`(?:mobile home|manufactured home|trailer|camper|rv) (?:lots?|spaces?|pads?|sites?|spots?)`;

/** A lot for a home, which is rented out; land is also sold for a few hundred dollars. */
export const isHomePad = (title: string): boolean => findQuote(homePadWords, title) !== null;

/** The price below which a house of this kind is more often for rent than for sale. */
const findMaxMonthlyPrice = ({ title, typeGuess }: TextFeatures) =>
  typeGuess?.type === 'house' && findQuote(apartmentWords, title) !== null ? maybeMonthlyFlat : maybeMonthly;

/** The title is only an address, as in a county's list. */
const isCountyListEntry = (address: TextFeatures['address']) =>
  address !== null && address.hasPlace && address.isWholeTitle;

/** A house named in the title, or a part of a house at the address in the title. */
const isNamedHouse = ({ typeGuess, title }: TextFeatures) =>
  typeGuess?.type === 'house' &&
  (typeGuess.basis === 'title' || (typeGuess.basis === 'address' && findQuote(houseUnitWords, title) !== null));

/** How strongly a price indicates a monthly rent; a bare line of a list is never a rental. */
export function weighPriceAsRent(features: TextFeatures): number {
  const { price, typeGuess, address, title } = features;
  if (price === null || isCountyListEntry(address)) return 0;
  if (typeGuess?.type === 'raw land') return price < minUnlikelyRent && isHomePad(title) ? weights.maybeMonthly : 0;
  return weighDwellingPrice(features, price);
}

/** A house in new condition is never sold for as little as a monthly rent. */
function weighDwellingPrice(features: TextFeatures, price: number): number {
  if (price >= findMaxMonthlyPrice(features)) return 0;
  // One dollar is a placeholder for no price.
  const isNamed = price > 1 && isNamedHouse(features);
  const isPraised = isNamed && price < maybeMonthly && findQuote(conditionPraise, features.title) !== null;
  const isSure = isNamed && price < minUnlikelyRent;
  return (isSure ? weights.surelyMonthly : weights.maybeMonthly) + (isPraised ? weights.praised : 0);
}

/** How strongly a price indicates a sale; without a named dwelling only a high price does. */
export function weighPriceAsSale(features: TextFeatures): number {
  const { price, typeGuess } = features;
  const least = typeGuess === null ? maxMonthlyRent : findMaxMonthlyPrice(features);
  if (price === null || price < least) return 0;
  return price < maxMonthlyRent ? weights.sold : weights.surelySold;
}
