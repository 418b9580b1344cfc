import { all, type Case, type Objection, weightOfEvidence } from './case.ts';
import { anyOf, find, quoteOf, weightOf, without } from './phrases.ts';
import { plainRentals, rentOfASale, talkOfRenting } from './rentals.ts';
import { thresholds } from './thresholds.ts';
import { reject, review } from './verdict.ts';

const { weights } = thresholds;
const flat = anyOf`apartments?; lofts?; penthouses?; condos?; studio; condominiums?`;

/** Below which price a house of this kind is let more often than sold. */
const mostMonthly = (title: string) =>
  quoteOf(flat, title) === null ? thresholds.maybeMonthly : thresholds.maybeMonthlyFlat;

/** The title is an address and nothing else, as in a county's list. */
const isListed = (address: Case['address']) => address !== null && address.place && address.alone;

/** How much a price speaks of a monthly rent; nobody lets land, or a house as a bare line of a list. */
function monthly({ price, typed, address, title }: Case): number {
  if (price === null || typed === null || typed.type === 'raw land' || isListed(address)) return 0;
  if (price >= thresholds.surelyMonthly) return price < mostMonthly(title) ? weights.maybeMonthly : 0;
  return typed.type === 'house' && typed.by === 'title' && price > 1 ? weights.surelyMonthly : weights.maybeMonthly;
}

function priceOfSale(price: number | null): number {
  if (price === null || price < thresholds.maybeMonthly) return 0;
  return price < thresholds.neverMonthly ? weights.sold : weights.surelySold;
}

export const rental: Objection = (theCase) => {
  const { title, details, price, sale } = theCase;
  const plainTitle = without(title, rentOfASale);
  const plainDetails = without(details, rentOfASale);
  const plain = { title: find(plainRentals, plainTitle, title), details: find(plainRentals, plainDetails, details) };
  const talk = { title: find(talkOfRenting, plainTitle, title), details: find(talkOfRenting, plainDetails, details) };
  const never = (price ?? 0) >= thresholds.neverMonthly;
  const rent = never
    ? weightOf(plain.title)
    : weightOfEvidence(plain) + Math.min(weightOfEvidence(talk), weights.talk) + monthly(theCase);
  const excess = rent - weightOfEvidence(sale) - (plain.title.length > 0 ? 0 : priceOfSale(price));
  const found = [...all(plain), ...(never ? [] : all(talk))];
  const said =
    found.length > 0
      ? 'It is for rent, not for sale'
      : `Nothing says that it is for sale, and $${Number(price)} reads like a month's rent`;
  if (excess >= thresholds.reject) return reject(said, found);
  return excess >= thresholds.review ? review('It may be for rent rather than for sale', found) : null;
};
