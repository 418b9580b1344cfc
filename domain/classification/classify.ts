import { decide, findLikelyType } from './decide.ts';
import { type Reading, readListing } from './reading.ts';
import { scoreReading, type WeightTable } from './model.ts';
import type { Outcome } from '#domain/correction/contract.ts';
import { parsePropertyType } from './vocabulary/property-type.ts';
import { findNormalizedSignals } from './signals.ts';
import type { ListingText, ClassificationVerdict } from './verdict.ts';

type Match = Extract<ClassificationVerdict, { verdict: 'match' }>;

/** Every quote as it is written in the text. */
function quoteLiterally<V extends ClassificationVerdict>({ normalized }: Reading, verdict: V): V {
  const literal = (quote: string) =>
    normalized.map(({ toOriginal }) => toOriginal(quote)).find((words) => words !== null && words !== '') ?? quote;
  return { ...verdict, reasons: verdict.reasons.map(({ says, quote }) => ({ says, quote: literal(quote) })) };
}

/** Land is always vacant; that is no signal. */
export const isTelling = (signal: string, type: string): boolean => signal !== 'Vacant' || type !== 'raw land';

const addSignals = ({ texts }: Reading, match: Match): Match => {
  const signals = findNormalizedSignals(texts.title, texts.details);
  const telling = signals.filter(({ says }) => isTelling(says, match.propertyType));
  return { ...match, reasons: [...match.reasons, ...telling] };
};

/** The type that the words name, even where other evidence rules out a match; null where they name none. */
export function detectType(listing: ListingText, table?: WeightTable): Match | null {
  const reading = readListing(listing);
  const likelyType = findLikelyType(reading, scoreReading(reading, table));
  if (likelyType === null) return null;
  const match: Match = { verdict: 'match', propertyType: likelyType.type, reasons: [likelyType.reason] };
  return quoteLiterally(reading, addSignals(reading, match));
}

/** Its type for a match. */
export const toOutcome = (verdict: ClassificationVerdict): Outcome =>
  verdict.verdict === 'match' ? verdict.propertyType : verdict.verdict;

/**
 * Whether this offers a house, a mobile home, raw land or a tiny home for sale. Any dwelling that is neither mobile nor
 * tiny is a house, and so is a building at a street address unless the text says otherwise. `table`: other
 * weights than the built-in ones.
 */
export function classify(listing: ListingText, table?: WeightTable): ClassificationVerdict {
  const reading = readListing(listing);
  const stated = listing.propertyType === undefined ? null : parsePropertyType(listing.propertyType);
  const verdict = decide(reading, stated, table);
  return quoteLiterally(reading, verdict.verdict === 'match' ? addSignals(reading, verdict) : verdict);
}
