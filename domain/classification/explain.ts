import { type PropertyType, propertyTypes } from '#domain/listing/contract.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import type { Evidence } from './evidence.ts';
import { listingFields, type Place } from './feature.ts';
import type { Reading } from './reading.ts';
import type { Contribution } from './model.ts';
import { type Outcome, outcomes } from '#domain/correction/contract.ts';
import { thresholds } from './thresholds.ts';
import { alreadySoldReason } from './verdict.ts';
import type { Sense } from './vocabulary/phrases.ts';

const typeLabels: Record<PropertyType, string> = {
  house: 'House',
  'mobile home': 'Mobile home',
  'raw land': 'Raw land',
  'tiny home': 'Tiny home',
};

/** The senses that name a type, the surest first. */
const namingSenses: Record<PropertyType, readonly Sense[]> = {
  house: ['codeHouse', 'house', 'home'],
  'mobile home': ['codeMobile', 'mobile'],
  'raw land': ['codeLand', 'land'],
  'tiny home': ['tiny'],
};
/** Those that only go with it; without a word of either no text is of that type. */
const hintingSenses: Record<PropertyType, readonly Sense[]> = {
  house: ['rooms'],
  'mobile home': ['mobileHint'],
  'raw land': ['landWeak', 'landTrait'],
  'tiny home': [],
};

type Explanation = { says: string; reason: string };
export const soldExplanation = { says: 'Sold already', reason: alreadySoldReason };
export const rentExplanation = { says: 'For rent', reason: 'It is for rent, not for sale' };
const wantedExplanation = { says: 'Wants to find', reason: 'It looks for something, and sells no property' };
const vehicleExplanation = { says: 'A vehicle', reason: 'It is a vehicle, not a home or land' };
const goodsExplanation = { says: 'Other goods', reason: 'It is other goods, not a home or land' };
const spaceExplanation = {
  says: 'A parking or storage space',
  reason: 'It is a parking or storage space, not a home or land',
};
const businessExplanation = { says: 'A business', reason: 'It is a business, not a home or land' };
/** Why it is rejected as another thing, which may also be a part or a neighbor of a home. */
export const thingReasons: ReadonlySet<string> = new Set(
  [vehicleExplanation, goodsExplanation, spaceExplanation, businessExplanation].map(({ reason }) => reason),
);
/** What the phrases of a sense say against an offer of a home or land. */
const objections: Partial<Record<Sense, Explanation>> = {
  sold: soldExplanation,
  interest: {
    says: 'A share, a right or a grave',
    reason: 'It is a share, a right, a note or a grave, not a home or land',
  },
  space: spaceExplanation,
  business: businessExplanation,
  wanted: wantedExplanation,
  service: { says: 'A service', reason: 'It is a service, not a home or land' },
  rv: vehicleExplanation,
  rvPart: vehicleExplanation,
  goods: goodsExplanation,
  kit: { says: 'A kit or a shed', reason: goodsExplanation.reason },
  rent: rentExplanation,
  rentHint: rentExplanation,
  amenity: { says: 'Let to tenants', reason: rentExplanation.reason },
  rentToOwn: { says: 'Rent to own', reason: rentExplanation.reason },
};

export const addressLabel = 'House at a street address';
const maxQuoteLength = 80;
/** From the price alone. */
export const rentLikePriceReason = "Nothing says that it is for sale, and its price reads like a month's rent";
const tooCheapReason = 'Nothing in it names a home or land, and its price buys none';
const noOfferReason = 'Its words are not those of an offer to sell a home or land';

export const quotePlace = ({ texts }: Reading, { field, at, end }: Place) => texts[field].slice(at, end).trim();
const isOffered = ({ role }: Evidence) => role !== 'denied' && role !== 'gone' && role !== 'elsewhere';

/** The words with the first of these senses that is offered itself, otherwise with the first that is mentioned. */
function findSenses(reading: Reading, senses: readonly Sense[]): string | null {
  const items = listingFields.flatMap((field) =>
    reading.evidence[field].filter(isOffered).map((item) => ({ ...item, field })),
  );
  const heads = items.filter(({ role }) => role === 'head');
  const mentions = [heads, items].flatMap((some) => senses.map((sense) => some.find((item) => item.sense === sense)));
  const first = mentions.find((item) => item !== undefined);
  return first === undefined ? null : quotePlace(reading, first);
}

/** A type, and the words that name it. */
export type LikelyType = { type: PropertyType; reason: QuotedReason };

/** The words of the first phrase with one of these senses. */
export function findQuoted(reading: Reading, says: string, senses: Sense[]): QuotedReason | null {
  for (const field of listingFields)
    for (const { sense, role, at, end } of reading.evidence[field])
      if (senses.includes(sense) && role !== 'denied') return { says, quote: quotePlace(reading, { field, at, end }) };
  return null;
}

/** The words that name a type outright. */
export function findNamedType(reading: Reading, type: PropertyType): QuotedReason | null {
  const quote = findSenses(reading, namingSenses[type]);
  return quote === null ? null : { says: typeLabels[type], quote };
}

/** Several different parts of a house make one; a stove alone is none. */
const minParts = 3;
const findParts = (reading: Reading): string[] => {
  const quotes = listingFields.flatMap((field) =>
    reading.evidence[field]
      .filter((item) => item.sense === 'part' && isOffered(item))
      .map((item) => quotePlace(reading, { field, ...item })),
  );
  return [...new Set(quotes)];
};

/** The words that name a type or go with it; a house may also be known by its address. */
export function findTypeReason(reading: Reading, type: PropertyType): QuotedReason | null {
  const named = findNamedType(reading, type);
  if (named !== null) return named;
  const quote = findSenses(reading, hintingSenses[type]);
  if (quote !== null) return { says: typeLabels[type], quote };
  const houseParts = type === 'house' ? findParts(reading) : [];
  if (houseParts.length >= minParts) return { says: typeLabels[type], quote: houseParts[0] ?? '' };
  const { address } = reading;
  return type === 'house' && address !== null ? { says: addressLabel, quote: address.quote } : null;
}

/** By how much a feature speaks for an outcome rather than for the others. */
function weigh({ points }: Contribution, outcome: Outcome): number {
  const own = points[outcomes.indexOf(outcome)] ?? 0;
  return own - points.reduce((sum, point) => sum + point, 0) / points.length;
}

/** The words that speak most for an outcome. */
function findHeaviestQuote(reading: Reading, contributions: Contribution[], outcome: Outcome): string | null {
  const [heaviest] = contributions
    .filter(({ place }) => place !== null && /[a-z]{3}|\d/.test(quotePlace(reading, place)))
    .map((item) => ({ place: item.place, weight: weigh(item, outcome) }))
    .toSorted((a, b) => b.weight - a.weight);
  return heaviest?.place && heaviest.weight > 0 ? quotePlace(reading, heaviest.place) : null;
}

/** How it is sold, and how many are, says nothing of what it is. */
const namingNothing: readonly Sense[] = ['sale', 'legal', 'vague', 'several', 'rentedOut', 'interest'];
const isNamingNothing = ({ evidence }: Reading, place: Place | null): boolean =>
  place !== null &&
  evidence[place.field].some(({ sense, at, end }) => namingNothing.includes(sense) && at < place.end && place.at < end);

/** The words that speak most for a type, where no phrase of the vocabulary does. */
export function findHeaviestWords(
  reading: Reading,
  contributions: Contribution[],
  type: PropertyType,
): QuotedReason | null {
  const naming = contributions.filter(({ place }) => !isNamingNothing(reading, place));
  const quote = findHeaviestQuote(reading, naming, type);
  return quote === null ? null : { says: typeLabels[type], quote };
}

/** `isObjected` says that words object to it, not only its price or that no word names a property. */
export type Rejection = { reason: string; quotedReasons: QuotedReason[]; isObjected: boolean };
type Objection = Explanation & { quote: string; weight: number };

/** What the phrases of the vocabulary object, the heaviest first. */
function findObjections(reading: Reading, contributions: Contribution[]): Objection[] {
  const objected = contributions.flatMap((item) => {
    const { place } = item;
    const weight = weigh(item, 'reject');
    if (place === null || weight <= 0) return [];
    const evidence = reading.evidence[place.field].find(
      ({ at, sense, role }) => at === place.at && sense in objections && role !== 'included' && role !== 'denied',
    );
    const objection = evidence && objections[evidence.sense];
    return objection ? [{ ...objection, quote: quotePlace(reading, place), weight }] : [];
  });
  return objected.toSorted((a, b) => b.weight - a.weight);
}

/** The objection that weighs most, with the words that say so; without one, all words that name no home or land. */
export function explainRejection(reading: Reading, contributions: Contribution[]): Rejection {
  const objected = findObjections(reading, contributions);
  const sums = new Map<string, number>();
  for (const { reason, weight } of objected) sums.set(reason, (sums.get(reason) ?? 0) + weight);
  const [heaviest] = [...sums].toSorted((a, b) => b[1] - a[1]);
  if (heaviest === undefined) return explainWithoutObjection(reading, contributions);
  const bySays = new Map<string, QuotedReason>();
  for (const { reason, says, quote } of objected)
    if (reason === heaviest[0] && !bySays.has(says)) bySays.set(says, { says, quote });
  return { reason: heaviest[0], quotedReasons: [...bySays.values()], isObjected: true };
}

/** The words are only too cheap for what they name, or name nothing. */
function explainWithoutObjection(reading: Reading, contributions: Contribution[]): Rejection {
  const isCheap = reading.price !== null && reading.price < thresholds.maxMonthlyRent;
  const named = propertyTypes.map((type) => findTypeReason(reading, type)).find((reason) => reason !== null);
  if (named && isCheap) return { reason: rentLikePriceReason, quotedReasons: [named], isObjected: false };
  const words = reading.normalized.map(({ normalized }) => normalized.slice(0, maxQuoteLength).trim()).find(Boolean);
  const quote = isCheap ? words : findHeaviestQuote(reading, contributions, 'reject');
  const quotedReasons = quote ? [{ says: 'No home or land', quote }] : [];
  return { reason: isCheap ? tooCheapReason : noOfferReason, quotedReasons, isObjected: false };
}
