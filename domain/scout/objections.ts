import { type Case, type Evidence, evidenceOf, weightOfEvidence } from './case.ts';
import { goods, recreational } from './goods.ts';
import {
  commercial,
  buyersOfASale,
  neverAHome,
  parks,
  soldAlready,
  spaces,
  spacesOfAHome,
  wantedAnywhere,
  wantedInTitle,
} from './others.ts';
import { anyOf, find, type Found, quoteOf, reasonsOf, strongestOf, weightOf, without } from './phrases.ts';
import { plainRentals, rentOfASale, talkOfRenting } from './rentals.ts';
import { thresholds } from './thresholds.ts';
import type { Verdict } from './verdict.ts';

type Objection = (theCase: Case) => Verdict | null;

const reject = (reason: string, found: Found[]): Verdict => ({ verdict: 'reject', reason, reasons: reasonsOf(found) });
const review = (reason: string, found: Found[]): Verdict => ({ verdict: 'review', reason, reasons: reasonsOf(found) });
const all = ({ title, details }: Evidence): Found[] => [...title, ...details];

/** Whether the title itself names a home or land, beyond a stray word. */
const titleNamesProperty = ({ typed, inTitle }: Case) => typed?.by === 'title' && strongestOf(inTitle[typed.type]) >= 3;

const otherProperty: Objection = (theCase) => {
  const sold = find(soldAlready, theCase.title);
  if (sold.length > 0) return reject('It is sold already', sold);
  const never = find(neverAHome, theCase.title);
  if (never.length > 0) return reject('It is a timeshare or a burial place, not a home or land', never);
  const space = evidenceOf(spaces, without(theCase.title, spacesOfAHome), without(theCase.details, spacesOfAHome));
  const named = theCase.typed !== null && theCase.typed.by !== 'address' && theCase.typed.found.length > 0;
  return weightOfEvidence(space) > 0 && !named
    ? reject('It is a parking or storage space, not a home or land', all(space))
    : null;
};

const wanted: Objection = ({ title, details, sale, typed }) => {
  const plain = (text: string) => without(text, buyersOfASale);
  const asked = {
    title: [...find(wantedAnywhere, plain(title), title), ...find(wantedInTitle, plain(title), title)],
    details: find(wantedAnywhere, plain(details), details),
  };
  const excess = weightOfEvidence(asked) - (typed === null ? 0 : weightOfEvidence(sale));
  if (excess >= thresholds.reject)
    return reject('It looks for something or offers a service, and sells no property', all(asked));
  return excess >= thresholds.review
    ? review('Somebody may be looking for a property here rather than selling one', all(asked))
    : null;
};

const vehicle: Objection = (theCase) => {
  const found = find(recreational, theCase.title);
  const { typed, inTitle } = theCase;
  const property = typed !== null && (typed.type === 'house' ? strongestOf(inTitle.house) >= 3 : typed.by === 'title');
  return found.length > 0 && !property ? reject('It is a vehicle, not a home or land', found) : null;
};

/** Whether goods in the title may be just what comes with a home or land. */
function comesWithProperty(theCase: Case): boolean {
  const { typed, address, price } = theCase;
  if (titleNamesProperty(theCase)) return true;
  if (typed === null) return false;
  if (address !== null && (address.place || address.alone)) return true;
  return weightOf(typed.found) > 3 || (price ?? 0) >= thresholds.neverMonthly;
}

const otherGoods: Objection = (theCase) => {
  const found = find(goods, theCase.title);
  if (found.length === 0 || comesWithProperty(theCase)) return null;
  return reject('It is other goods, not a home or land', found);
};

const flat = anyOf`apartments?; lofts?; penthouses?; condos?; studio; condominiums?`;

/** Below which price a house of this kind is let more often than sold. */
const mostMonthly = (title: string) =>
  quoteOf(flat, title) === null ? thresholds.maybeMonthly : thresholds.maybeMonthlyFlat;

/** The title is an address and nothing else, as in a county's list. */
const isListed = (address: Case['address']) => address !== null && address.place && address.alone;

/** How much a price speaks of a monthly rent; nobody lets land, or a house as a bare line of a list. */
function monthly({ price, typed, address, title }: Case): number {
  if (price === null || typed === null || typed.type === 'raw land' || isListed(address)) return 0;
  if (price >= thresholds.surelyMonthly) return price < mostMonthly(title) ? 2 : 0;
  return typed.type === 'house' && typed.by === 'title' && price > 1 ? 3 : 2;
}

function priceOfSale(price: number | null): number {
  if (price === null || price < thresholds.maybeMonthly) return 0;
  return price < thresholds.neverMonthly ? 3 : 5;
}

const rental: Objection = (theCase) => {
  const { title, details, price, sale } = theCase;
  const plainTitle = without(title, rentOfASale);
  const plainDetails = without(details, rentOfASale);
  const plain = { title: find(plainRentals, plainTitle, title), details: find(plainRentals, plainDetails, details) };
  const talk = { title: find(talkOfRenting, plainTitle, title), details: find(talkOfRenting, plainDetails, details) };
  const never = (price ?? 0) >= thresholds.neverMonthly;
  const rent = never
    ? weightOf(plain.title)
    : weightOfEvidence(plain) + Math.min(weightOfEvidence(talk), 6) + monthly(theCase);
  const excess = rent - weightOfEvidence(sale) - (plain.title.length > 0 ? 0 : priceOfSale(price));
  const found = [...all(plain), ...(never ? [] : all(talk))];
  if (excess >= thresholds.reject)
    return reject(
      found.length > 0
        ? 'It is for rent, not for sale'
        : `Nothing says that it is for sale, and $${String(price)} reads like a month's rent`,
      found,
    );
  return excess >= thresholds.review ? review('It may be for rent rather than for sale', found) : null;
};

const business: Objection = ({ typed, title, details }) => {
  const park = find(parks, title);
  if (park.length > 0) return review('It looks like a commercial property, which is none of the four types', park);
  const found = all(evidenceOf(commercial, title, details));
  const doubtful =
    typed === null ||
    typed.by === 'address' ||
    (typed.by === 'details' && typed.type === 'raw land' && weightOf(typed.found) <= 3);
  if (!doubtful) return null;
  return found.length > 0
    ? review('It looks like a commercial property, which is none of the four types', found)
    : null;
};

const nothing: Objection = ({ typed, price, sale, title, details }) => {
  if (typed !== null || price === null || price === 1 || price >= thresholds.surelyMonthly) return null;
  if (weightOfEvidence(sale) > 0 || title.trim() === '' || find(commercial, `${title}\n${details}`).length > 0)
    return null;
  return reject(`Nothing in it names a home or land, and $${String(price)} buys none`, []);
};

/** What speaks against a match, asked in this order; the first that holds is the verdict. */
export const objections: readonly Objection[] = [otherProperty, wanted, vehicle, otherGoods, rental, nothing, business];
