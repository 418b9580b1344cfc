import { type PropertyType, propertyTypes } from '#domain/listing/contract.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import {
  addressLabel,
  explainRejection,
  findHeaviestWords,
  findNamedType,
  findTypeReason,
  findQuoted,
  type LikelyType,
  quotePlace,
  type Rejection,
  rentExplanation,
  rentLikePriceReason,
  soldExplanation,
  thingReasons,
} from './explain.ts';
import { listingFields } from './feature.ts';
import { isFlat, type Reading } from './reading.ts';
import { type Score, scoreReading, type WeightTable } from './model.ts';
import { findStatedType, type StatedType } from './vocabulary/property-type.ts';
import { findOption, findRentAtPrice, findRentOffer, isRentLike, isTooCheap } from './price-rules.ts';
import { thresholds } from './thresholds.ts';
import { findTitleParts } from './head.ts';
import type { ClassificationVerdict } from './verdict.ts';
import type { Sense } from './vocabulary/phrases.ts';

const unknownTypeReason = 'Nothing in it says whether this is a house, a mobile home, land or a tiny home';
const rentOptionReason = 'It may be for rent rather than for sale';
const unknownHeadReason = 'Its title is about something that is not known';
const tooCheapHomeReason = 'Its price buys no home';

const buildReview = (reason: string, reasons: (QuotedReason | null)[] = []): ClassificationVerdict => ({
  verdict: 'review',
  reason,
  reasons: reasons.filter((item) => item !== null),
});

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
  if (rent !== null) return buildReview(rentOptionReason, [rent]);
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

/** Verbs and adjectives are about the offer, and are no head. */
const nounPattern = /^(?!.*(?:ed|ing|able|ible|ous|ful|less|ly|est|ish)$)[a-z]{4,}$/;

/** A longer title tells something. */
const maxHeadWords = 3;

/** The word that a title is about, where the vocabulary knows nothing in it and no text of the corpus has that word. */
function findUnknownHead({ texts, evidence, address }: Reading, { knows }: Score): QuotedReason | null {
  if (address !== null || evidence.title.length > 0) return null;
  if (texts.title.trim().split(/\s+/).length > maxHeadWords) return null;
  const [first] = findTitleParts(texts.title, evidence.title);
  const word = first?.last?.word ?? '';
  return !nounPattern.test(word) || knows(word) ? null : { says: 'Not known', quote: word };
}

/** Words that say that nothing is built there. A dwelling has a lot and acres too. */
const vacantWords =
  /vac(?:ant|\b)|raw|empty|bare|un(?:improved|developed|built)|no (?:structure|b(?:ui)?ld|dwelling|impr)/;

/** The words that name another type than the stated one. */
function findContradiction(reading: Reading, { shares }: Score, stated: PropertyType): QuotedReason | null {
  const likely = propertyTypes.find((other) => other !== stated && shares[other] > thresholds.minContradiction);
  const named = likely === undefined ? null : findNamedType(reading, likely);
  return likely === 'raw land' &&
    named !== null &&
    !vacantWords.test(`${reading.texts.title}\n${reading.texts.details}`)
    ? null
    : named;
}

const isQuotedInTitle = ({ texts }: Reading, { quotedReasons }: Rejection): boolean =>
  quotedReasons.some(({ quote }) => texts.title.includes(quote));

/** What words object to an offer of a stated type. In details they may name appliances of a home, and shops around it. */
function rejectStated(reading: Reading, { explain }: Score): ClassificationVerdict | null {
  const rejection = explainRejection(reading, explain());
  const { reason, quotedReasons, isObjected } = rejection;
  const isCertain = isObjected && (isQuotedInTitle(reading, rejection) || !thingReasons.has(reason));
  return isCertain ? { verdict: 'reject', reason, reasons: quotedReasons } : null;
}

/** The type that the source states outranks the words, unless they name another one: then a person decides. */
function decideStated(
  reading: Reading,
  score: Score,
  stated: { type: StatedType; reason: QuotedReason | null },
): ClassificationVerdict {
  const { type, reason } = stated;
  const rejection = score.shares.reject > thresholds.minStatedReject ? rejectStated(reading, score) : null;
  if (rejection !== null) return rejection;
  if (type === 'reject')
    return { verdict: 'reject', reason: 'Its source says that it is no home or land', reasons: reason ? [reason] : [] };
  if (type === 'review') return buildReview('Its source says that it is a property of another kind', [reason]);
  const contradiction = findContradiction(reading, score, type);
  if (contradiction !== null)
    return buildReview('Its words contradict the type that its source states', [contradiction, reason]);
  const typeReason = reason ?? findTypeReason(reading, type);
  return { verdict: 'match', propertyType: type, reasons: typeReason ? [typeReason] : [] };
}

/** Whether the price says nothing against an offer. */
const isPriceSilent = ({ price }: Reading, likely: LikelyType | null): boolean =>
  price === null || price >= thresholds.maxMonthlyRent || likely?.reason.says === addressLabel;

/** Whether all words together speak against it, where there are enough of them. */
function isClearlyNoOffer({ texts, address, price }: Reading, { shares }: Score, likely: LikelyType | null): boolean {
  const words = `${texts.title} ${texts.details}`.trim().split(/\s+/);
  // Without a price it is held for that anyway.
  const least = price === null && likely !== null ? thresholds.minStatedReject : thresholds.minUnnamedReject;
  return shares.reject >= least && address === null && words.length >= thresholds.minWords;
}

/** Words of a rental or of other things deep in the details of what is named as a home, at the price of one. */
function isMentionOnly(reading: Reading, { shares }: Score, rejection: Rejection): boolean {
  const isHomePrice = reading.price === null || reading.price >= thresholds.maxMonthlyRent;
  return isHomePrice && !isQuotedInTitle(reading, rejection) && shares.reject < thresholds.minSureShare;
}

/**
 * Without words against it, only a price or all words together reject it, and not where a house is known by its address
 * alone.
 */
function reject(reading: Reading, score: Score, likely: LikelyType | null): ClassificationVerdict {
  const rejection = explainRejection(reading, score.explain());
  const { reason, quotedReasons, isObjected } = rejection;
  if (likely !== null && isObjected && isMentionOnly(reading, score, rejection)) return explainDoubt(reading, score);
  const isClear = quotedReasons.length > 0 && isClearlyNoOffer(reading, score, likely);
  const mayBeSold = isPriceSilent(reading, likely) && !isFlat(reading) && !isClear;
  return isObjected || !mayBeSold
    ? { verdict: 'reject', reason, reasons: quotedReasons }
    : explainDoubt(reading, score);
}

/** Why a person decides about a type that its words name clearly; null where nothing speaks against it. */
function findDoubt(reading: Reading, score: Score, likely: LikelyType): ClassificationVerdict | null {
  const unknownHead = findUnknownHead(reading, score);
  if (unknownHead !== null) return buildReview(unknownHeadReason, [unknownHead, likely.reason]);
  if (isTooCheap(reading, likely)) return buildReview(tooCheapHomeReason, [likely.reason]);
  const option = findOption(reading);
  if (option !== null) return buildReview(rentOptionReason, [option, likely.reason]);
  return isRentLike(reading, likely) ? buildReview(rentLikePriceReason, [likely.reason]) : null;
}

/** An address speaks for itself: few words come with it. */
const findLeastShare = ({ reason }: LikelyType): number =>
  reason.says === addressLabel ? thresholds.minShare : thresholds.minAcceptedShare;

/** What is rejected whatever all words together say. */
function rejectByRules(reading: Reading): ClassificationVerdict | null {
  const sold = findSold(reading);
  if (sold.length > 0) return { verdict: 'reject', reason: soldExplanation.reason, reasons: sold };
  const rent = findRentOffer(reading);
  const reasons = rent === null ? findRentAtPrice(reading) : [rent];
  return reasons.length === 0 ? null : { verdict: 'reject', reason: rentExplanation.reason, reasons };
}

function accept(reading: Reading, score: Score, likely: LikelyType): ClassificationVerdict {
  const { type, reason } = likely;
  const isSure = score.shares[type] >= thresholds.minSureShare;
  const doubt = findDoubt(reading, score, likely);
  return doubt ?? { verdict: 'match', propertyType: type, reasons: [reason], ...(!isSure && { needsOpinion: true }) };
}

/** One decision from all evidence; a small margin, or no word for the type, waits for a person. */
export function decide(reading: Reading, propertyType: StatedType | null, table?: WeightTable): ClassificationVerdict {
  const rejection = rejectByRules(reading);
  if (rejection !== null) return rejection;
  const stated = propertyType === null ? findLabel(reading) : { type: propertyType, reason: null };
  const score = scoreReading(reading, table);
  if (stated !== null) return decideStated(reading, score, stated);
  const { shares } = score;
  const likely = findLikelyType(reading, score);
  if (shares.reject >= thresholds.minShare) return reject(reading, score, likely);
  const isClear = likely !== null && shares[likely.type] >= findLeastShare(likely);
  return isClear ? accept(reading, score, likely) : explainDoubt(reading, score);
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
