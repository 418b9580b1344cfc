import { type PropertyType, propertyTypes } from '#domain/listing/contract.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import {
  addressLabel,
  explainRejection,
  findHeaviestWords,
  findNamedType,
  findTypeReason,
  quotePlace,
  rentExplanation,
  rentLikePriceReason,
  soldExplanation,
} from './explain.ts';
import { listingFields } from './feature.ts';
import { isFlat, type Reading } from './reading.ts';
import { type Score, scoreReading, type WeightTable } from './model.ts';
import { findStatedType, type StatedType } from './property-type.ts';
import { findNormalizedSignals } from './signals.ts';
import { thresholds } from './thresholds.ts';
import type { ClassificationVerdict } from './verdict.ts';
import type { Sense } from './vocabulary/phrases.ts';

const unknownTypeReason = 'Nothing in it says whether this is a house, a mobile home, land or a tiny home';

const buildReview = (reason: string, reasons: (QuotedReason | null)[] = []): ClassificationVerdict => ({
  verdict: 'review',
  reason,
  reasons: reasons.filter((item) => item !== null),
});

/** The words of the first phrase with one of these senses. */
function findQuoted(reading: Reading, says: string, senses: Sense[]): QuotedReason | null {
  for (const field of listingFields)
    for (const { sense, role, at, end } of reading.evidence[field])
      if (senses.includes(sense) && role !== 'denied') return { says, quote: quotePlace(reading, { field, at, end }) };
  return null;
}

type LikelyType = { type: PropertyType; reason: QuotedReason };

/** The type with the largest share among those that the words name, or that they all together suggest clearly. */
export function findLikelyType(reading: Reading, { shares, explain }: Score): LikelyType | null {
  for (const type of propertyTypes.toSorted((a, b) => shares[b] - shares[a])) {
    const isClear = shares[type] >= thresholds.minUnnamedShare;
    const reason = findTypeReason(reading, type) ?? (isClear ? findHeaviestWords(reading, explain(), type) : null);
    if (reason !== null) return { type, reason };
  }
  return null;
}

/** Why a person decides: the words that contradict each other, or those that leave it open. */
function explainDoubt(reading: Reading, { shares }: Score): ClassificationVerdict {
  const trade = findQuoted(reading, 'Commercial property', ['commercial', 'park', 'codeOther']);
  const rent = findQuoted(reading, 'For rent', ['rentToOwn', 'rent']);
  if (shares.review > thresholds.minShare && trade !== null)
    return buildReview('It looks like a commercial property, which is none of the four types', [trade]);
  if (rent !== null) return buildReview('It may be for rent rather than for sale', [rent]);
  const named = propertyTypes.filter((type) => shares[type] > thresholds.minDoubt);
  const reasons = named.map((type) => findTypeReason(reading, type)).filter((reason) => reason !== null);
  if (reasons.length > 1) return buildReview('Its words contradict each other about what it is', reasons);
  return buildReview(unknownTypeReason, [findQuoted(reading, 'For sale', ['sale'])]);
}

/** The words of a title that say so. */
const findSold = (reading: Reading): QuotedReason[] =>
  reading.evidence.title
    .filter(({ sense, role }) => sense === 'sold' && role === 'head')
    .map(({ at, end }) => ({ says: soldExplanation.says, quote: quotePlace(reading, { field: 'title', at, end }) }));

const rentOffer = /(?:for|4) (?:rent|lease)$/;

/** The words of a title that offers it for rent and not for sale, at less than the price of a home. */
function findRentOffer({ evidence, texts, price }: Reading): QuotedReason | null {
  const isForSale = evidence.title.some(({ sense }) => sense === 'sale' || sense === 'rentToOwn');
  if (isForSale || (price ?? 0) >= thresholds.maxMonthlyRent) return null;
  const quotes = evidence.title
    .filter(({ sense, role }) => sense === 'rent' && role !== 'denied')
    .map(({ at, end }) => texts.title.slice(at, end));
  const quote = quotes.find((words) => rentOffer.test(words));
  return quote === undefined ? null : { says: rentExplanation.says, quote };
}

const rentSenses: Sense[] = ['rent', 'rentHint', 'amenity'];
const sellingSenses: Sense[] = ['sale', 'rentToOwn', 'rentedOut', 'bare', 'legal', 'mobileHint'];

const findHeads = ({ evidence }: Reading) =>
  listingFields.flatMap((field) =>
    evidence[field].filter(({ role }) => role === 'head').map((item) => ({ ...item, field })),
  );

const isSelling = (reading: Reading): boolean =>
  findHeads(reading).some(({ sense }) => sellingSenses.includes(sense)) ||
  findNormalizedSignals(reading.texts.title, reading.texts.details).length > 0;

/** A dwelling that no word offers for sale, at no more than a month's rent. */
function isRentLike(reading: Reading, { type, reason }: LikelyType): boolean {
  const { price } = reading;
  const limit = type === 'house' ? thresholds.maxHouseRent : thresholds.maxMobileRent;
  const isDwelling = (type === 'house' && reason.says !== addressLabel) || type === 'mobile home';
  return isDwelling && price !== null && price < limit && !isSelling(reading);
}

/** The words that go with renting where none goes with selling, and the price is one of a month. */
function findRentAtPrice(reading: Reading): QuotedReason[] {
  const { price } = reading;
  if (price === null || price >= thresholds.maxUnitRent || isSelling(reading)) return [];
  const heads = findHeads(reading);
  if (!heads.some(({ sense }) => sense === 'house' || sense === 'home' || sense === 'rooms')) return [];
  return heads
    .filter(({ sense }) => rentSenses.includes(sense))
    .slice(0, 2)
    .map((item) => ({ says: rentExplanation.says, quote: quotePlace(reading, item) }));
}

/** The type that the source states outranks the words, unless they name another one: then a person decides. */
function decideStated(
  reading: Reading,
  score: Score,
  stated: { type: StatedType; reason: QuotedReason | null },
): ClassificationVerdict {
  const { type, reason } = stated;
  if (score.shares.reject > thresholds.minStatedReject) {
    const { reason: objection, quotedReasons, isObjected } = explainRejection(reading, score.explain());
    if (isObjected) return { verdict: 'reject', reason: objection, reasons: quotedReasons };
  }
  if (type === 'reject')
    return { verdict: 'reject', reason: 'Its source says that it is no home or land', reasons: reason ? [reason] : [] };
  if (type === 'review') return buildReview('Its source says that it is a property of another kind', [reason]);
  const likely = propertyTypes.find((other) => other !== type && score.shares[other] > thresholds.minContradiction);
  const contradiction = likely === undefined ? null : findNamedType(reading, likely);
  if (contradiction !== null)
    return buildReview('Its words contradict the type that its source states', [contradiction, reason]);
  const typeReason = reason ?? findTypeReason(reading, type);
  return { verdict: 'match', propertyType: type, reasons: typeReason ? [typeReason] : [] };
}

/** Whether the price says nothing against an offer. */
const isPriceSilent = ({ price }: Reading, likely: LikelyType | null): boolean =>
  price === null || price >= thresholds.maxMonthlyRent || likely?.reason.says === addressLabel;

/** Whether all words together speak against it, where there are enough of them. */
function isClearlyNoOffer({ texts, address }: Reading, { shares }: Score): boolean {
  const words = `${texts.title} ${texts.details}`.trim().split(/\s+/);
  return shares.reject >= thresholds.minUnnamedReject && address === null && words.length >= thresholds.minWords;
}

/** Without words against it, only a price or all words together reject it, and not where a house is known by its address alone. */
function reject(reading: Reading, score: Score, likely: LikelyType | null): ClassificationVerdict {
  const { reason, quotedReasons, isObjected } = explainRejection(reading, score.explain());
  const isClear = quotedReasons.length > 0 && isClearlyNoOffer(reading, score);
  const mayBeSold = isPriceSilent(reading, likely) && !isFlat(reading) && !isClear;
  return isObjected || !mayBeSold
    ? { verdict: 'reject', reason, reasons: quotedReasons }
    : explainDoubt(reading, score);
}

/** One decision from all evidence; a small margin, or no word for the type, waits for a person. */
export function decide(reading: Reading, propertyType: StatedType | null, table?: WeightTable): ClassificationVerdict {
  const sold = findSold(reading);
  if (sold.length > 0) return { verdict: 'reject', reason: soldExplanation.reason, reasons: sold };
  const rent = findRentOffer(reading);
  if (rent !== null) return { verdict: 'reject', reason: rentExplanation.reason, reasons: [rent] };
  const rentAtPrice = findRentAtPrice(reading);
  if (rentAtPrice.length > 0) return { verdict: 'reject', reason: rentExplanation.reason, reasons: rentAtPrice };
  const stated = propertyType === null ? findLabel(reading) : { type: propertyType, reason: null };
  const score = scoreReading(reading, table);
  if (stated !== null) return decideStated(reading, score, stated);
  const { shares } = score;
  const likely = findLikelyType(reading, score);
  if (shares.reject >= thresholds.minShare) return reject(reading, score, likely);
  if (likely === null || shares[likely.type] < thresholds.minShare) return explainDoubt(reading, score);
  if (isRentLike(reading, likely)) return buildReview(rentLikePriceReason, [likely.reason]);
  return { verdict: 'match', propertyType: likely.type, reasons: [likely.reason] };
}

const codes: Partial<Record<Sense, StatedType>> = {
  codeHouse: 'house',
  codeMobile: 'mobile home',
  codeLand: 'raw land',
  codeOther: 'review',
};

/** A type that the text itself states: with a label ('Type: Land') or by an assessor's code. */
function findLabel(reading: Reading): { type: StatedType; reason: QuotedReason | null } | null {
  for (const field of listingFields.toReversed()) {
    const statedType = findStatedType(reading.texts[field]);
    if (statedType !== null) return { type: statedType.type, reason: { says: 'Type stated', quote: statedType.quote } };
    for (const { sense, at, end } of reading.evidence[field]) {
      const type = codes[sense];
      if (type === undefined) continue;
      return { type, reason: { says: 'Assessed as such', quote: quotePlace(reading, { field, at, end }) } };
    }
  }
  return null;
}
