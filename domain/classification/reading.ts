import { type Address, parseAddress } from '#domain/geo/address.ts';
import { maskMatches } from '#domain/text/phrase-matcher.ts';
import { stripPromptInjection } from '#domain/text/prompt-injection.ts';
import { type NormalizedText, normalizeText } from '#domain/text/text-normalization.ts';
import { type Evidence, findEvidence, offersProperty } from './evidence.ts';
import type { ListingField } from './feature.ts';
import { thresholds } from './thresholds.ts';
import type { ListingText } from './verdict.ts';

/** A text as it is read: normalized, without template leftovers and without its address. */
export type Reading = {
  texts: Record<ListingField, string>;
  evidence: Record<ListingField, Evidence[]>;
  address: Address | null;
  /** Whether parts of a template were left blank. */
  hasBlanks: boolean;
  price: number | null;
  normalized: NormalizedText[];
};

const unit = String.raw`(?:bed(?:room)?s?|bds?|br|bath(?:room)?s?|ba|sq\.? ?ft\.?|sqft|square feet|sf)`;
const nothing = String.raw`(?:0(?:\.0)?|null|none|n/a|na|nan|undefined|unknown|-{1,3}|—|tbd|\(blank\)|blank)`;
/** The parts of a template that were left blank, with their words. */
const leftovers: RegExp[] = [
  /\{\{?[^{}\n]{0,30}\}?\}(?: (?:bed|bath|sq ?ft|sf)\w*)?/g,
  /#[a-z_ ]{2,20}#(?: (?:bed|bath|sq ?ft|sf)\w*)?/g,
  new RegExp(String.raw`(?<![\w.])${nothing} ?${unit}(?![\w:])`, 'g'),
  new RegExp(
    String.raw`(?<!\w)(?:beds?|bedrooms?|baths?|bathrooms?|sq ?ft|sqft|living area|year built|heating|rooms|hoa|building|bldg(?: value)?|sf)\s?[:=] ?(?:${nothing}(?![\w,.])|(?=[a-z][a-z ]{2,14}[:=])|(?=[|\x3b,.\n]|$))`,
    'g',
  ),
  /(?<!\w)(?:(?:dwelling|building|bldg|improvements?|structure)s? (?:value|val|appraisal|area)|total rooms|living area|year built|ext(?:erior)? wall|style|basement type)\s?[:=]?\s?(?=[|\x3b,.\n]|$)/g,
  /(?<=[.,|\x3b]\s?|^\s?)(?:dwelling|building|bldg|rooms|basement|exterior|heating|garage|style|stories)\s?[:=]?\s?(?=[|\x3b,.\n]|$)/g,
  /(?<![\d.½] ?)(?<!\w)(?:beds?|bds?|br)[\s,/|]{1,4}(?:baths?|ba)(?:[\s,/|]{1,4}(?:sq ?ft|sqft|sf))?(?!\w| ?[:\d])/g,
  /(?<=\0 ?[,/|]?\s?)(?:beds?|baths?|sq ?ft|sqft|ba|sf)(?!\w)/g,
  /(?<=^|[,|/\n])\s?(?:sq ?ft|sqft|baths?|beds?|ba|bds)\s?(?=[,|/\n\0]|$)/g,
];

/** Blanks out what is left over from a template; all other characters keep their position, `_` becomes a space. */
export const cleanText = (text: string): string =>
  leftovers.reduce((left, pattern) => maskMatches(left, pattern), text.replaceAll('_', ' '));

/** A long title is prose and is read like details; text addressed to an LLM is not read. */
export function readListing({ title, details, price }: ListingText): Reading {
  const isProse = title.length > thresholds.maxTitleLength;
  const asTitle = normalizeText('words', isProse ? '' : title);
  const asAddress = normalizeText('figures', isProse ? '' : title);
  const asDetails = normalizeText(
    'words',
    (isProse ? `${title}\n${details}` : details).slice(0, thresholds.maxDetailsLength),
  );
  const address = findAddress(asAddress.normalized);
  const texts = {
    title: cleanText(stripPromptInjection(asTitle.normalized)),
    details: cleanText(stripPromptInjection(asDetails.normalized)),
  };
  const hasBlanks = `${texts.title}${texts.details}`.includes('\0');
  texts.title = maskAddress(texts.title, address);
  const inTitle = findEvidence(texts.title);
  const evidence = { title: inTitle, details: findEvidence(texts.details, offersProperty(inTitle)) };
  const normalized = [asTitle, asDetails, asAddress];
  return { texts, evidence, address, hasBlanks, price: price === 0 ? null : price, normalized };
}

/** '44 Vacant Lot Rd' may be a street or a lot. */
const findAddress = (title: string): Address | null => {
  const address = parseAddress(title);
  return address !== null && /\bvacant\b/i.test(address.quote) ? null : address;
};

/** A street name ('Log Cabin', 'Farm Rd') says nothing about the property. */
const maskAddress = (title: string, address: Address | null) =>
  address === null ? title : maskMatches(title, normalizeText('words', address.quote).normalized);

/** A flat in a house is more often for rent. */
const unitPattern = /#|\b(?:apt|unit|suite|ste)\b|\b(?:first|second|third|1st|2nd|3rd|top) (?:floor|flr|fl)\b/i;
/** Whether the title is the address of a flat. */
export const isFlat = ({ address, texts, price }: Reading): boolean =>
  address !== null && (price ?? 0) < thresholds.maxUnitRent && unitPattern.test(`${address.quote} ${texts.title}`);
