import { all, type Case, type Evidence, type Objection, weightOfEvidence } from './case.ts';
import { anyOf, find, quoteOf, weightOf, without } from '#domain/text/phrases.ts';
import { isPad, priceOfRent, priceOfSale } from './price-of-rent.ts';
import { amenities, monthlyPay, plainRentals, rentOfASale, talkOfRenting } from './vocabulary/rentals.ts';
import { thresholds } from './thresholds.ts';
import { reject, review } from './verdict.ts';

const { weights } = thresholds;
/** Let now and perhaps sold later: what of the two it is, only a price of a home tells. */
const rentToOwn = anyOf`
  rent to own; lease (?:to own|option|purchase); option to (?:buy|own); (?:sale|sell) or (?:for )?(?:rent|lease);
  (?:rent|lease) or (?:for )?(?:sale|sell|buy)`;

/** Land is paid off by the month, too. */
const isPaidOff = ({ typed, price, title }: Case) =>
  typed?.type === 'raw land' && (price === null || price >= thresholds.surelyMonthly) && !isPad(title);

/** What speaks of renting plainly, and what only goes with it. */
function rentIn(theCase: Case): { plain: Evidence; talk: Evidence } {
  const { title, details, price } = theCase;
  const plainTitle = without(title, rentOfASale);
  const plainDetails = without(details, rentOfASale);
  const talk = isPaidOff(theCase) ? talkOfRenting.filter(({ says }) => says !== monthlyPay) : talkOfRenting;
  const goingWithIt = [...talk, ...amenities];
  return {
    plain: { title: find(plainRentals, plainTitle, title), details: find(plainRentals, plainDetails, details) },
    talk: {
      title: find(goingWithIt, plainTitle, title),
      // Without a price, long praise of a home is nobody's rent.
      details: find(price === null ? talk : goingWithIt, plainDetails, details),
    },
  };
}

/** Of a price and nothing else. */
export const likeARent = "Nothing says that it is for sale, and its price reads like a month's rent";

const isRentToOwn = ({ title, price }: Case) =>
  quoteOf(rentToOwn, title) !== null && (price === null || price < thresholds.maybeMonthly);

/** By how much renting outweighs a sale. */
function excessOf(theCase: Case, { plain, talk }: ReturnType<typeof rentIn>, isDear: boolean): number {
  const rent = isDear
    ? weightOf(plain.title)
    : weightOfEvidence(plain) + Math.min(weightOfEvidence(talk), weights.talk) + priceOfRent(theCase);
  return rent - weightOfEvidence(theCase.sale) - (plain.title.length > 0 ? 0 : priceOfSale(theCase));
}

export const rental: Objection = (theCase) => {
  const price = theCase.price ?? 0;
  const isDear = price >= thresholds.neverMonthly;
  const rent = rentIn(theCase);
  const found = [...all(rent.plain), ...(isDear ? [] : all(rent.talk))];
  if (theCase.typed === null && found.length === 0) return null;
  const isBoth = rent.plain.title.length === 0 && isRentToOwn(theCase);
  // It may be sold as well, whatever speaks of renting.
  const excess = isBoth ? thresholds.review : excessOf(theCase, rent, isDear);
  if (excess < thresholds.review) return null;
  if (excess < thresholds.reject) return review('It may be for rent rather than for sale', found);
  return found.length > 0 ? reject('It is for rent, not for sale', found) : reject(likeARent, found);
};
