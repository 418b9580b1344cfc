import type { TextFeatures } from './features.ts';
import { compilePhrases, findQuote } from '#domain/text/phrase-matcher.ts';
import { conditionPraise } from './vocabulary/rental-terms.ts';
import { thresholds } from './thresholds.ts';

const { weights, surelyMonthly, maybeMonthly, maybeMonthlyFlat, neverMonthly } = thresholds;
const apartmentWords = compilePhrases`apartments?; lofts?; penthouses?; condos?; studio; condominiums?`;
const houseUnitWords = compilePhrases`
  #~[a-z0-9]{1,5}; (?:apt|unit|suite)\.? #?[a-z0-9]{1,5};
  (?:first|second|third|1st|2nd|3rd|top) (?:floor|flr|fl)`;
const homePadWords = compilePhrases`(?:mobile home|manufactured home|trailer|camper|rv) (?:lots?|spaces?|pads?|sites?|spots?)`;

/** A place to put a home on, which is let; land is sold for a few hundred dollars too. */
export const isHomePad = (title: string): boolean => findQuote(homePadWords, title) !== null;

/** Below which price a house of this kind is let more often than sold. */
const findMaxMonthlyPrice = ({ title, typed }: TextFeatures) =>
  typed?.type === 'house' && findQuote(apartmentWords, title) !== null ? maybeMonthlyFlat : maybeMonthly;

/** The title is an address and nothing else, as in a county's list. */
const isCountyListEntry = (address: TextFeatures['address']) => address !== null && address.place && address.alone;

/** A house that the title names, or a part of one at the address in it. */
const isNamedHouse = ({ typed, title }: TextFeatures) =>
  typed?.type === 'house' &&
  (typed.by === 'title' || (typed.by === 'address' && findQuote(houseUnitWords, title) !== null));

/** How much a price speaks of a monthly rent; nobody lets a house as a bare line of a list. */
export function weighPriceAsRent(features: TextFeatures): number {
  const { price, typed, address, title } = features;
  if (price === null || isCountyListEntry(address)) return 0;
  if (typed?.type === 'raw land') return price < surelyMonthly && isHomePad(title) ? weights.maybeMonthly : 0;
  return weighDwellingPrice(features, price);
}

/** Nobody sells a house as good as new for as little as a rent. */
function weighDwellingPrice(features: TextFeatures, price: number): number {
  if (price >= findMaxMonthlyPrice(features)) return 0;
  // A dollar stands for no price at all.
  const isNamed = price > 1 && isNamedHouse(features);
  const isPraised = isNamed && price < maybeMonthly && findQuote(conditionPraise, features.title) !== null;
  const isSure = isNamed && price < surelyMonthly;
  return (isSure ? weights.surelyMonthly : weights.maybeMonthly) + (isPraised ? weights.praised : 0);
}

/** How much a price speaks of a sale; of what is not said to be a dwelling only a high one does. */
export function weighPriceAsSale(features: TextFeatures): number {
  const { price, typed } = features;
  const least = typed === null ? neverMonthly : findMaxMonthlyPrice(features);
  if (price === null || price < least) return 0;
  return price < neverMonthly ? weights.sold : weights.surelySold;
}
