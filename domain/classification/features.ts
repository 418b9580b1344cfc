import type { PropertyType } from '#domain/listing/contract.ts';
import type { Address } from '#domain/geo/address.ts';
import { findPhrases, type PhraseMatch, type Phrase, findMaxWeight, sumWeights } from '#domain/text/phrase-matcher.ts';
import { normalizeText } from '#domain/text/text-normalization.ts';
import { saleTerms } from './vocabulary/sale-terms.ts';
import { thresholds } from './thresholds.ts';
import { type TypeEvidence, findTypeEvidence } from './vocabulary/property-types.ts';
import type { ClassificationVerdict } from './verdict.ts';

/** Evidence in the title, which says what is offered, and in the details, which also describe it. */
export type Evidence = { title: PhraseMatch[]; details: PhraseMatch[] };
type TypeGuess = { type: PropertyType; matches: PhraseMatch[]; basis: 'title' | 'details' | 'address' };

/** All evidence that the verdict is computed from. */
export type TextFeatures = {
  title: string;
  details: string;
  price: number | null;
  address: Address | null;
  typeGuess: TypeGuess | null;
  inTitle: TypeEvidence;
  saleTerms: Evidence;
};

/** Evidence that can speak against a match. */
export type RejectionRule = (features: TextFeatures) => ClassificationVerdict | null;

export const findEvidence = (phrases: readonly Phrase[], title: string, details: string): Evidence => ({
  title: findPhrases(phrases, title),
  details: findPhrases(phrases, details),
});

export const flattenEvidence = ({ title, details }: Evidence): PhraseMatch[] => [...title, ...details];

/** Evidence in the details has half the weight. */
export const weighEvidence = ({ title, details }: Evidence): number => sumWeights(title) + sumWeights(details) / 2;

/** Land has a dwelling on it when the details count its rooms. */
function guessTypeOnLand(details: TypeEvidence): PropertyType {
  if (details.rooms.length >= 2) return details['mobile home'].length > 0 ? 'mobile home' : 'house';
  return findMaxWeight(details.house) === 8 ? 'house' : 'raw land';
}

/** A plain 'home' or a room count in the title yields to a stronger word in the details. */
function guessDwelling(details: TypeEvidence): PropertyType {
  if (findMaxWeight(details.house) >= 3) return 'house';
  if (findMaxWeight(details['tiny home']) >= 3) return 'tiny home';
  return findMaxWeight(details['mobile home']) >= 3 ? 'mobile home' : 'house';
}

function guessTypeFromTitle(title: TypeEvidence, details: TypeEvidence): PropertyType | null {
  if (title['tiny home'].length > 0) return 'tiny home';
  if (title['mobile home'].length > 0) return 'mobile home';
  const house = findMaxWeight(title.house);
  if (house >= 3) return 'house';
  if (house === 2) return guessDwelling(details);
  return findMaxWeight(title['raw land']) >= 2 ? guessTypeOnLand(details) : null;
}

/** An assessor's code names the type outright. */
const hasAssessorCode = (details: TypeEvidence) =>
  [details.house, details['mobile home'], details['raw land']].some((found) => findMaxWeight(found) === 8);

/** At the price of a home, a room count alone means a home, unless something indicates land. */
const isHomeByPrice = (house: number, land: number, price: number | null) =>
  land === 0 && house >= thresholds.minTypeAtPrice && price !== null && price >= thresholds.maxMonthlyRent;

function guessTypeFromDetails(details: TypeEvidence, price: number | null): PropertyType | null {
  const least = thresholds.minTypeInDetails;
  const house = sumWeights(details.house);
  const land = sumWeights(details['raw land']);
  if (findMaxWeight(details['tiny home']) >= least) return 'tiny home';
  const mobile = findMaxWeight(details['mobile home']);
  if (mobile >= least && findMaxWeight(details.house) < Math.max(3, mobile)) return 'mobile home';
  if (house >= least && house >= land) return 'house';
  if (land >= least) return 'raw land';
  return isHomeByPrice(house, land, price) ? 'house' : null;
}

type TypesByField = { title: TypeEvidence; details: TypeEvidence };

function guessType(
  { title, details }: TypesByField,
  { address, price }: Pick<TextFeatures, 'address' | 'price'>,
): TypeGuess | null {
  const byTitle = hasAssessorCode(details) ? null : guessTypeFromTitle(title, details);
  const type = byTitle ?? guessTypeFromDetails(details, price);
  if (type !== null)
    return { type, matches: [...title[type], ...details[type]], basis: byTitle === null ? 'details' : 'title' };
  if (address === null) return null;
  return {
    type: 'house',
    matches: [{ says: 'House at a street address', quote: address.quote, weight: 1 }],
    basis: 'address',
  };
}

/** A street name ('Log Cabin', 'Farm Rd') says nothing about the property. */
const maskAddress = (title: string, address: Address | null) =>
  address === null ? title : maskWords(title, normalizeText('words', address.quote).normalized);
const maskWords = (text: string, words: string) => text.replace(words, '\0'.repeat(words.length));

/** `title` and `details` are normalized; `address` is as written in the title. */
export function extractFeatures({
  title,
  details,
  price,
  address,
}: Pick<TextFeatures, 'title' | 'details' | 'price' | 'address'>): TextFeatures {
  const inTitle = findTypeEvidence(maskAddress(title, address));
  return {
    title,
    details,
    price,
    address,
    inTitle,
    typeGuess: guessType({ title: inTitle, details: findTypeEvidence(details) }, { address, price }),
    saleTerms: findEvidence(saleTerms, title, details),
  };
}
