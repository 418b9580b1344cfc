import { type IntakeItem, type ReadIntakeItem, placeFields, readIntakeItem } from '#domain/listing/contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';
import type { ParsedItem, RejectedItem } from '#domain/intake/parsed-item.ts';
import { pickGiven } from '#domain/figures/given.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { classify } from '#domain/classification/classify.ts';
import type { WeightTable } from '#domain/classification/model.ts';
import { isForeignPrice, type ParsedPrice, parsePrice } from '#domain/pricing/parse-price.ts';
import { type ListingText, alreadySoldReason, type ClassificationVerdict } from '#domain/classification/verdict.ts';
import { extractPlace, findZipInCounty, type Gazetteer } from '#server/modules/geo/index.ts';
import { deriveListingId } from './listing-id.ts';

/** A readable item, and all that the rules read in it. */
export type UnderstoodItem = ReturnType<typeof extractPrice> & {
  item: IntakeItem;
  verdict: ClassificationVerdict;
  place: ListingLocation | null;
};

const noPriceReason = 'No valid price found';
const foreignPriceReason = 'The price is not in US dollars';
const unknownWithdrawalReason = 'It was withdrawn before the scout knew it';
const unknownPlaceReason = 'Location unknown';
/** Sources whose listings are all reviewed by an admin first, and why. */
const alwaysHeldSources = new Map<string, string>([[builtInSources.sell, 'Submitted by owner']]);

/**
 * A raw item, validated, parsed and classified; pure except for the gazetteer's tables. With `holdReason` it is held,
 * whatever the rules say; they are quoted.
 */
export function parseItem(source: string, raw: unknown, gazetteer: Gazetteer, holdReason?: string): ParsedItem {
  const read = readIntakeItem(raw);
  const { data } = read.checked;
  return parseUnderstoodItem(source, read, data === undefined ? null : understandItem(data, gazetteer), holdReason);
}

/** Reads an item by the rules. `judged`: its text where that was judged already. */
export function understandItem(
  item: IntakeItem,
  gazetteer: Gazetteer,
  judged: Pick<UnderstoodItem, 'parsedPrice' | 'listingText' | 'verdict'> = judgeText(item),
): UnderstoodItem {
  return { item, ...judged, place: locateItem(item, gazetteer) };
}

/** The text of an item with its verdict, by the built-in weights unless others are given. */
export function judgeText(item: IntakeItem, table?: WeightTable) {
  const text = extractPrice(item);
  return { ...text, verdict: classify(text.listingText, table) };
}

/** The same as `parseItem` for an item that was read by the rules already; null for one that is not readable. */
export function parseUnderstoodItem(
  source: string,
  { checked }: Pick<ReadIntakeItem, 'checked'>,
  understood: UnderstoodItem | null,
  holdReason?: string,
): ParsedItem {
  return understood === null
    ? { kind: 'rejected', reason: describeIssue(checked.error?.issues[0]) }
    : applyRules(source, understood, holdReason);
}

/** What the rules say of an item. */
export function applyRules(
  source: string,
  { item, parsedPrice, listingText, verdict, place }: UnderstoodItem,
  holdReason = alwaysHeldSources.get(source),
): ParsedItem {
  const listingId = deriveListingId(source, item);
  const heldItem = { listingId, source, item };
  const holdItem = (reason: string) => ({ kind: 'held' as const, data: { ...heldItem, reason } });
  if (holdReason !== undefined) return holdItem(holdReason + describeDoubt(verdict));
  if (item.withdrawn === true)
    return {
      kind: 'rejected',
      reason: unknownWithdrawalReason,
      quotes: listQuotes(item, parsedPrice, verdict),
      ends: { listingId, reason: 'the source no longer offers it' },
    };
  if (verdict.verdict === 'reject')
    return toRejectedItem(listingId, verdict.reason, listQuotes(item, parsedPrice, verdict));
  if (parsedPrice === null) return holdItem(explainMissingPrice(item));
  if (place === null) return holdItem(unknownPlaceReason);
  const facts = {
    listingId,
    source,
    ...normalizeTexts(item),
    place,
    price: parsedPrice.price,
    reasons: toPriceReasons(item, parsedPrice),
  };
  const doubt = { listingText, verdict, heldItem };
  if (verdict.verdict === 'review') return { ...holdItem(verdict.reason), doubt };
  const { propertyType, reasons, needsOpinion } = verdict;
  const data = { ...facts, propertyType, reasons: [...facts.reasons, ...reasons] };
  return { kind: 'listing', data, ...(needsOpinion && { doubt }) };
}

/**
 * By the fields of the item; where none of them says more than the state, by its text. A ZIP in its text tells where in
 * its county it is.
 */
export function locateItem(item: IntakeItem, gazetteer: Gazetteer): ListingLocation | null {
  const isPlaced = placeFields.some((name) => name !== 'state' && item[name] !== undefined && item[name] !== '');
  const { title, details = '' } = item;
  const named = isPlaced ? {} : extractPlace([title, details], gazetteer, item.state);
  const place = gazetteer.locate({ ...item, ...named });
  return place === null || place.basis === 'county' ? locateInCounty(item, place, gazetteer) : place;
}

/** At the ZIP of its text that lies in its county; `area`, the centre of the county, where there is none. */
function locateInCounty(item: IntakeItem, area: ListingLocation | null, gazetteer: Gazetteer): ListingLocation | null {
  const { address = '', title, details = '', externalId, parcel, apn } = item;
  const county = area?.county ?? item.county ?? '';
  const state = area?.state ?? item.state ?? '';
  const zipCode = findZipInCounty([address, title, details], { county, state }, gazetteer, [externalId, parcel, apn]);
  return zipCode === null ? area : gazetteer.locate({ zipCode, county, state });
}

/** Sellers often leave an offer online and add to its title that it is sold. */
function toRejectedItem(listingId: string, reason: string, quotes: QuotedReason[]): RejectedItem {
  const isSold = reason === alreadySoldReason;
  return { kind: 'rejected', reason, quotes, ...(isSold && { ends: { listingId, reason: 'sold' } }) };
}

/** Why no price could be read from it. */
const explainMissingPrice = ({ title, details = '', price }: IntakeItem): string =>
  isForeignPrice(price, `${title}\n${details}`) ? foreignPriceReason : noPriceReason;

/** The price of an item, and its assessment. */
export function extractPrice({ title, details = '', price, propertyType }: IntakeItem): {
  parsedPrice: ParsedPrice | null;
  listingText: ListingText;
} {
  const parsedPrice = parsePrice(price, `${title}\n${details}`);
  return { parsedPrice, listingText: { title, details, price: parsedPrice?.price ?? null, propertyType } };
}

/** The objections of the rules, after the reason why it waits. */
function describeDoubt(verdict: ClassificationVerdict): string {
  if (verdict.verdict === 'match') return '';
  return `. ${verdict.verdict === 'reject' ? 'The rules would reject it' : 'The rules are in doubt'}: ${verdict.reason}`;
}

/** In ms: no web page was posted before this. */
const earliestTimeMs = Date.parse('1990-01-01');
/** In ms: the clock of a source may be ahead, and a date without a zone may be tomorrow's. */
const maxAheadMs = 24 * 60 * 60 * 1000;

/** A source whose clock is wrong sends wrong times of posting. */
export function isPlausibleTime(time: string): boolean {
  const ms = Date.parse(time);
  return ms >= earliestTimeMs && ms <= Date.now() + maxAheadMs;
}

export function normalizeTexts(item: IntakeItem) {
  const { externalId, parcel, apn, title, details, link, imageUrl, postedAt } = item;
  const given = pickGiven(item);
  return {
    externalId: externalId ?? null,
    parcel: [parcel, apn].find(Boolean) ?? null,
    title,
    details: details ?? '',
    link,
    imageUrl: imageUrl ?? '',
    postedAt: postedAt === undefined || !isPlausibleTime(postedAt) ? null : new Date(postedAt).toISOString(),
    ...(given && { given }),
  };
}

/** A number needs no explanation; a text such as '$45k obo' does. */
export function toPriceReasons({ price }: IntakeItem, read: ParsedPrice): QuotedReason[] {
  return price === read.price ? [] : [{ says: `Price ${formatWholeDollars(read.price)}`, quote: read.quote }];
}

/** What the rules read in an item, price first. */
export function listQuotes(
  item: IntakeItem,
  parsedPrice: ParsedPrice | null,
  { reasons }: ClassificationVerdict,
): QuotedReason[] {
  return [...(parsedPrice === null ? [] : toPriceReasons(item, parsedPrice)), ...reasons];
}

function describeIssue(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (issue === undefined || issue.path.length === 0) return 'A listing must be an object with a title and a link';
  const field = String(issue.path[0]);
  return issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`;
}
