import { all, type Case, evidenceOf, type Objection, weightOfEvidence } from './case.ts';
import { buses, goods, householdSales, partsOfVehicles, recreational } from './vocabulary/goods.ts';
import {
  assessedOtherwise,
  buyersOfASale,
  commercial,
  neverAHome,
  parks,
  services,
  soldAlready,
  spaces,
  spacesOfAHome,
  tradeOnLand,
  wantedAnywhere,
  wantedInTitle,
} from './vocabulary/others.ts';
import { anyOf, find, quoteOf, strongestOf, weightOf, without } from '#domain/text/phrases.ts';
import { likeARent, rental } from './renting.ts';
import { thresholds } from './thresholds.ts';
import { reject, review, soldAlreadyReason } from './verdict.ts';

/** Whether the title itself names a home or land, beyond a stray word. */
const titleNamesProperty = ({ typed, inTitle }: Case) => typed?.by === 'title' && strongestOf(inTitle[typed.type]) >= 3;

const otherProperty: Objection = (theCase) => {
  const sold = find(soldAlready, theCase.title);
  if (sold.length > 0) return reject(soldAlreadyReason, sold);
  const never = find(neverAHome, theCase.title);
  if (never.length > 0) return reject('It is a timeshare or a burial place, not a home or land', never);
  const space = evidenceOf(spaces, without(theCase.title, spacesOfAHome), without(theCase.details, spacesOfAHome));
  const named = theCase.typed !== null && theCase.typed.by !== 'address';
  return weightOfEvidence(space) > 0 && !named
    ? reject('It is a parking or storage space, not a home or land', all(space))
    : null;
};

const wanted: Objection = (theCase) => {
  const { title, sale, typed } = theCase;
  const plainTitle = without(title, buyersOfASale);
  const plainDetails = without(theCase.details, buyersOfASale);
  const asked = {
    title: find([...wantedAnywhere, ...wantedInTitle], plainTitle, title),
    details: find(wantedAnywhere, plainDetails, theCase.details),
  };
  const excess = weightOfEvidence(asked) - (typed === null ? 0 : weightOfEvidence(sale));
  if (excess >= thresholds.reject) return reject('It looks for something, and sells no property', all(asked));
  return excess >= thresholds.review
    ? review('Somebody may be looking for a property here rather than selling one', all(asked))
    : null;
};

const service: Objection = (theCase) => {
  const found = find(services, theCase.title);
  if (found.length === 0 || (theCase.typed !== null && weightOfEvidence(theCase.sale) > 0)) return null;
  const isPriced = (theCase.price ?? 0) >= thresholds.maybeMonthly;
  return titleNamesProperty(theCase) && isPriced
    ? review('It may be a service rather than a property', found)
    : reject('It is a service, not a home or land', found);
};

/** A title that names a home or land, not a vehicle made into one. */
function standsStill({ typed, inTitle, title }: Case): boolean {
  if (typed === null) return false;
  if (typed.type === 'house') return strongestOf(inTitle.house) >= 3;
  return typed.by === 'title' && (typed.type !== 'tiny home' || quoteOf(buses, title) === null);
}

const vehicle: Objection = (theCase) => {
  const { title, details, typed } = theCase;
  const found = find([...recreational, { says: 'A vehicle', weight: 6, words: buses }], title);
  const parts = typed?.by === 'title' || typed?.by === 'address' ? [] : find(partsOfVehicles, details);
  if (parts.length < 2 && (found.length === 0 || standsStill(theCase))) return null;
  return reject('It is a vehicle, not a home or land', [...found, ...parts]);
};

/** Whether goods in the title may be just what comes with a home or land. */
function comesWithProperty(theCase: Case): boolean {
  const { typed, address, price } = theCase;
  if (titleNamesProperty(theCase)) return true;
  if (typed === null) return false;
  if (address !== null && (address.place || address.alone)) return true;
  return strongestOf(typed.found) >= 2 && (weightOf(typed.found) > 3 || (price ?? 0) >= thresholds.neverMonthly);
}

const otherGoods: Objection = (theCase) => {
  const isCheap = (theCase.price ?? 0) < thresholds.maybeMonthly;
  const household = isCheap ? find(householdSales, theCase.title) : [];
  const found = comesWithProperty(theCase) ? household : [...household, ...find(goods, theCase.title)];
  if (found.length === 0) return null;
  return reject('It is other goods, not a home or land', found);
};

/** A type that a building's trade outweighs: told by an address, by a stray word or by an acreage alone. */
function isDoubtful({ typed, title, inTitle }: Case): boolean {
  if (typed === null || typed.by === 'address') return true;
  if (find(commercial, title).length > 0 && strongestOf(inTitle[typed.type]) < 3) return true;
  return typed.by === 'details' && typed.type === 'raw land' && weightOf(typed.found) <= 3;
}

const business: Objection = (theCase) => {
  const { title, details } = theCase;
  const trade = isDoubtful(theCase) ? all(evidenceOf(commercial, title, details)) : [];
  const assessed = all(evidenceOf(assessedOtherwise, title, details));
  const standing = theCase.typed?.type === 'raw land' ? find(tradeOnLand, title) : [];
  const found = [...assessed, ...find(parks, title), ...standing, ...trade];
  if (found.length === 0) return null;
  return review('It looks like a commercial property, which is none of the four types', found);
};

/** What people also call a home or land. */
const loosely = anyOf`trailers?; units?; property; properties; place; building; real estate; investments?`;

/** Whether a price buys no home or land, as far as the words say. */
function buysNothing({ price, title, sale }: Case): boolean {
  if (price === null || price === 1 || price >= thresholds.maybeMonthly) return false;
  if (price < thresholds.buysNothing) return strongestOf(all(sale)) <= thresholds.mildlySaid;
  return weightOfEvidence(sale) === 0 && (price < thresholds.surelyMonthly || quoteOf(loosely, title) === null);
}

const nothing: Objection = (theCase) => {
  const { typed, title, details } = theCase;
  if (typed !== null || title.trim() === '' || !buysNothing(theCase)) return null;
  const trade = find(commercial, `${title}\n${details}`);
  return trade.length > 0
    ? reject(likeARent, trade)
    : reject('Nothing in it names a home or land, and its price buys none', []);
};

/** What speaks against a match, asked in this order; the first that holds is the verdict. */
export const objections: readonly Objection[] = [
  otherProperty,
  wanted,
  service,
  vehicle,
  otherGoods,
  rental,
  nothing,
  business,
];
