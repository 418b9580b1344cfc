import type { PropertyType } from '#domain/listing/contract.ts';
import type { Address } from '#domain/geo/address.ts';
import { find, type Found, type Phrase, strongestOf, weightOf } from '#domain/text/phrases.ts';
import { readAs } from '#domain/text/reading.ts';
import { sales } from './vocabulary/sales.ts';
import { thresholds } from './thresholds.ts';
import { type TypeEvidence, typesIn } from './vocabulary/types.ts';
import type { Verdict } from './verdict.ts';

/** What speaks for something in the title, which says what is offered, and in the details, which also describe it. */
export type Evidence = { title: Found[]; details: Found[] };
type Typed = { type: PropertyType; found: Found[]; by: 'title' | 'details' | 'address' };

/** Everything that the verdict is weighed from. */
export type Case = {
  title: string;
  details: string;
  price: number | null;
  address: Address | null;
  typed: Typed | null;
  inTitle: TypeEvidence;
  sale: Evidence;
};

/** What may speak against a match. */
export type Objection = (theCase: Case) => Verdict | null;

export const evidenceOf = (phrases: readonly Phrase[], title: string, details: string): Evidence => ({
  title: find(phrases, title),
  details: find(phrases, details),
});

export const all = ({ title, details }: Evidence): Found[] => [...title, ...details];

/** Words of the details count half. */
export const weightOfEvidence = ({ title, details }: Evidence): number => weightOf(title) + weightOf(details) / 2;

/** Land has a dwelling on it when the details count its rooms. */
function onTheLand(details: TypeEvidence): PropertyType {
  if (details.rooms.length >= 2) return details['mobile home'].length > 0 ? 'mobile home' : 'house';
  return strongestOf(details.house) === 8 ? 'house' : 'raw land';
}

/** A plain 'home' or a count of rooms in the title gives way to a stronger word of the details. */
function dwellingOf(details: TypeEvidence): PropertyType {
  if (strongestOf(details.house) >= 3) return 'house';
  if (strongestOf(details['tiny home']) >= 3) return 'tiny home';
  return strongestOf(details['mobile home']) >= 3 ? 'mobile home' : 'house';
}

function typeByTitle(title: TypeEvidence, details: TypeEvidence): PropertyType | null {
  if (title['tiny home'].length > 0) return 'tiny home';
  if (title['mobile home'].length > 0) return 'mobile home';
  const house = strongestOf(title.house);
  if (house >= 3) return 'house';
  if (house === 2) return dwellingOf(details);
  return strongestOf(title['raw land']) >= 2 ? onTheLand(details) : null;
}

/** An assessor's code names the type outright. */
const isCoded = (details: TypeEvidence) =>
  [details.house, details['mobile home'], details['raw land']].some((found) => strongestOf(found) === 8);

/** At the price of a home a mere count of its rooms is one, where nothing speaks of land. */
const isHomeAtPrice = (house: number, land: number, price: number | null) =>
  land === 0 && house >= thresholds.typeAtPrice && price !== null && price >= thresholds.neverMonthly;

function typeByDetails(details: TypeEvidence, price: number | null): PropertyType | null {
  const least = thresholds.typeInDetails;
  const house = weightOf(details.house);
  const land = weightOf(details['raw land']);
  if (strongestOf(details['tiny home']) >= least) return 'tiny home';
  const mobile = strongestOf(details['mobile home']);
  if (mobile >= least && strongestOf(details.house) < Math.max(3, mobile)) return 'mobile home';
  if (house >= least && house >= land) return 'house';
  if (land >= least) return 'raw land';
  return isHomeAtPrice(house, land, price) ? 'house' : null;
}

const labels: Record<PropertyType, string> = {
  house: 'House',
  'mobile home': 'Mobile home',
  'raw land': 'Raw land',
  'tiny home': 'Tiny home',
};

type TypesIn = { title: TypeEvidence; details: TypeEvidence };

function typeOf({ title, details }: TypesIn, { address, price }: Pick<Case, 'address' | 'price'>): Typed | null {
  const byTitle = isCoded(details) ? null : typeByTitle(title, details);
  const type = byTitle ?? typeByDetails(details, price);
  if (type !== null)
    return { type, found: [...title[type], ...details[type]], by: byTitle === null ? 'details' : 'title' };
  if (address === null) return null;
  return {
    type: 'house',
    found: [{ says: `${labels.house} at a street address`, quote: address.quote, weight: 1 }],
    by: 'address',
  };
}

/** A street's name ('Log Cabin', 'Farm Rd') says nothing of the property. */
const withoutAddress = (title: string, address: Address | null) =>
  address === null ? title : blanked(title, readAs('words', address.quote).plain);
const blanked = (text: string, words: string) => text.replace(words, '\0'.repeat(words.length));

/** `title` and `details` as read; `address` as it is written in the title. */
export function caseOf({
  title,
  details,
  price,
  address,
}: Pick<Case, 'title' | 'details' | 'price' | 'address'>): Case {
  const inTitle = typesIn(withoutAddress(title, address));
  return {
    title,
    details,
    price,
    address,
    inTitle,
    typed: typeOf({ title: inTitle, details: typesIn(details) }, { address, price }),
    sale: evidenceOf(sales, title, details),
  };
}
