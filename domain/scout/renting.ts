import { all, type Case, type Evidence, type Objection, weightOfEvidence } from './case.ts';
import { anyOf, find, quoteOf, weightOf, without } from './phrases.ts';
import { amenities, plainRentals, rentOfASale, talkOfRenting } from './rentals.ts';
import { thresholds } from './thresholds.ts';
import { reject, review } from './verdict.ts';

const { weights } = thresholds;
/** Let now and perhaps sold later: what of the two it is, only a price of a home tells. */
const rentToOwn = anyOf`rent to own; lease (?:to own|option|purchase); option to (?:buy|own)`;
const flat = anyOf`apartments?; lofts?; penthouses?; condos?; studio; condominiums?`;

/** Below which price a house of this kind is let more often than sold. */
const mostMonthly = ({ title, typed }: Case) =>
  typed?.type === 'house' && quoteOf(flat, title) !== null ? thresholds.maybeMonthlyFlat : thresholds.maybeMonthly;

/** The title is an address and nothing else, as in a county's list. */
const isListed = (address: Case['address']) => address !== null && address.place && address.alone;

const pad = anyOf`(?:mobile home|manufactured home|trailer|camper|rv) (?:lots?|spaces?|pads?|sites?|spots?)`;

/** Land is sold for a few hundred dollars too, a place to put a home on is let. */
const landByTheMonth = (price: number, title: string) =>
  price < thresholds.surelyMonthly && quoteOf(pad, title) !== null ? weights.maybeMonthly : 0;

/** How much a price speaks of a monthly rent; nobody lets a house as a bare line of a list. */
function monthly(theCase: Case): number {
  const { price, typed, address, title } = theCase;
  if (price === null || typed === null || isListed(address)) return 0;
  if (typed.type === 'raw land') return landByTheMonth(price, title);
  if (price >= thresholds.surelyMonthly) return price < mostMonthly(theCase) ? weights.maybeMonthly : 0;
  return typed.type === 'house' && typed.by === 'title' && price > 1 ? weights.surelyMonthly : weights.maybeMonthly;
}

function priceOfSale(theCase: Case): number {
  const { price } = theCase;
  if (price === null || price < mostMonthly(theCase)) return 0;
  return price < thresholds.neverMonthly ? weights.sold : weights.surelySold;
}

/** What speaks of renting plainly, and what only goes with it. */
function rentIn({ title, details, price }: Case): { plain: Evidence; talk: Evidence } {
  const plainTitle = without(title, rentOfASale);
  const plainDetails = without(details, rentOfASale);
  const goingWithIt = [...talkOfRenting, ...amenities];
  return {
    plain: { title: find(plainRentals, plainTitle, title), details: find(plainRentals, plainDetails, details) },
    talk: {
      title: find(goingWithIt, plainTitle, title),
      // Without a price, long praise of a home is nobody's rent.
      details: find(price === null ? talkOfRenting : goingWithIt, plainDetails, details),
    },
  };
}

const isRentToOwn = ({ title, price }: Case) =>
  quoteOf(rentToOwn, title) !== null && (price === null || price < thresholds.maybeMonthly);

/** By how much renting outweighs a sale. */
function excessOf(theCase: Case, { plain, talk }: ReturnType<typeof rentIn>, isDear: boolean): number {
  const rent = isDear
    ? weightOf(plain.title)
    : weightOfEvidence(plain) + Math.min(weightOfEvidence(talk), weights.talk) + monthly(theCase);
  return rent - weightOfEvidence(theCase.sale) - (plain.title.length > 0 ? 0 : priceOfSale(theCase));
}

export const rental: Objection = (theCase) => {
  const price = theCase.price ?? 0;
  const isDear = price >= thresholds.neverMonthly;
  const rent = rentIn(theCase);
  const excess = excessOf(theCase, rent, isDear);
  const isBoth = rent.plain.title.length === 0 && isRentToOwn(theCase);
  if (!isBoth && excess < thresholds.review) return null;
  const found = [...all(rent.plain), ...(isDear ? [] : all(rent.talk))];
  if (isBoth || excess < thresholds.reject) return review('It may be for rent rather than for sale', found);
  const said =
    found.length > 0
      ? 'It is for rent, not for sale'
      : "Nothing says that it is for sale, and its price reads like a month's rent";
  return reject(said, found);
};
