import { type IntakeItem, intakeItem } from '#domain/listing/contract.ts';
import type { HeldItem, ListingFacts, Reason } from '#domain/listing/events.ts';
import { dollars } from '#domain/shared/money.ts';
import { ownSources } from '#domain/listing/own-sources.ts';
import { judge } from '#domain/classification/judge.ts';
import { isForeignPrice, type ReadPrice, readPrice } from '#domain/pricing/price.ts';
import { type Judged, soldAlreadyReason, type Verdict } from '#domain/classification/verdict.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { listingIdOf } from './identity.ts';

/** What an item turns out to be. `reason` is a sentence for people. */
export type Understood =
  | Refused
  | { as: 'held'; data: { listingId: string } & HeldItem; doubt?: Doubt }
  | { as: 'listing'; data: { listingId: string } & ListingFacts };

/** No offer, or none any more: `ends` is the listing that it withdraws where that stood until now. */
export type Refused = { as: 'rejected'; reason: string; ends?: { listingId: string; reason: string } };

/** What the rules could not judge, and the listing that it would be; everything but its kind is known. */
type Doubt = {
  judged: Judged;
  verdict: Verdict;
  facts: { listingId: string } & Omit<ListingFacts, 'propertyType'>;
};

const noPrice = 'No price from $1 to $10,000,000 could be read';
const foreignPrice = 'Its price is not in US dollars';
const unknown = 'It is withdrawn, and was not known before';
export const noPlace = 'The place is missing or not known';
/** Sources of which nothing goes out that no person has looked at, and why. */
const alwaysWait = new Map<string, string>([[ownSources.sell, 'An owner offers this property']]);

/**
 * A raw item, checked, read and judged; pure but for the gazetteer's tables. With `whyWait` it is held, whatever the
 * rules say; they are quoted.
 */
export function understand(
  source: string,
  raw: unknown,
  gazetteer: Gazetteer,
  whyWait = alwaysWait.get(source),
): Understood {
  const checked = intakeItem.safeParse(raw);
  if (!checked.success) return { as: 'rejected', reason: sentenceOf(checked.error.issues[0]) };
  const item = checked.data;
  const { read, judged } = readIn(item);
  const verdict = judge(judged);
  const listingId = listingIdOf(source, item);
  const held = (reason: string) => ({ as: 'held' as const, data: { listingId, source, item, reason } });
  if (whyWait !== undefined) return held(whyWait + doubtOf(verdict));
  if (item.withdrawn === true)
    return { as: 'rejected', reason: unknown, ends: { listingId, reason: 'the source offers it no more' } };
  if (verdict.verdict === 'reject') return refusal(listingId, verdict.reason);
  const place = gazetteer.locate(item);
  if (read === null) return held(whyNoPrice(item));
  if (place === null) return held(noPlace);
  const facts = { listingId, source, ...textsOf(item), place, price: read.price, reasons: priceReason(item, read) };
  if (verdict.verdict === 'review') return { ...held(verdict.reason), doubt: { judged, verdict, facts } };
  const { propertyType, reasons } = verdict;
  return { as: 'listing', data: { ...facts, propertyType, reasons: [...facts.reasons, ...reasons] } };
}

/** Sellers often leave an offer standing, and write into its title that it is sold. */
function refusal(listingId: string, reason: string): Refused {
  const isSold = reason === soldAlreadyReason;
  return { as: 'rejected', reason, ...(isSold && { ends: { listingId, reason: 'sold' } }) };
}

/** Why no price could be read of it. */
export const whyNoPrice = ({ title, details = '', price }: IntakeItem): string =>
  isForeignPrice(price, `${title}\n${details}`) ? foreignPrice : noPrice;

/** The price of an item, and what is judged of it. */
export function readIn({ title, details = '', price }: IntakeItem): { read: ReadPrice | null; judged: Judged } {
  const read = readPrice(price, `${title}\n${details}`);
  return { read, judged: { title, details, price: read?.price ?? null } };
}

/** What the rules have against it, behind the reason why it waits. */
function doubtOf(verdict: Verdict): string {
  if (verdict.verdict === 'match') return '';
  return `. ${verdict.verdict === 'reject' ? 'The rules would reject it' : 'The rules are in doubt'}: ${verdict.reason}`;
}

export function textsOf({ externalId, title, details, link, imageUrl, postedAt }: IntakeItem) {
  return {
    externalId: externalId ?? null,
    title,
    details: details ?? '',
    link,
    imageUrl: imageUrl ?? '',
    postedAt: postedAt === undefined ? null : new Date(postedAt).toISOString(),
  };
}

/** A number needs no explaining; words such as '$45k obo' do. */
export function priceReason({ price }: IntakeItem, read: ReadPrice): Reason[] {
  return price === read.price ? [] : [{ says: `Price ${dollars(read.price)}`, quote: read.quote }];
}

function sentenceOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (issue === undefined || issue.path.length === 0) return 'A listing must be an object with a title and a link';
  const field = String(issue.path[0]);
  return issue.message.includes(field) ? issue.message : `${field}: ${issue.message}`;
}
