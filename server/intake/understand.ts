import { type IntakeItem, intakeItem } from '#domain/listing/contract.ts';
import type { HeldItem, ListingFacts, Reason } from '#domain/listing/events.ts';
import { dollars } from '#domain/money.ts';
import { judge } from '#domain/scout/judge.ts';
import { type ReadPrice, readPrice } from '#domain/scout/price.ts';
import type { Judged, Verdict } from '#domain/scout/verdict.ts';
import type { Gazetteer } from '../scout/gazetteer.ts';
import { listingIdOf } from './identity.ts';

/** What an item turns out to be. `reason` is a sentence for people. */
export type Understood =
  | { as: 'rejected'; reason: string }
  | { as: 'held'; data: { listingId: string } & HeldItem; doubt?: Doubt }
  | { as: 'listing'; data: { listingId: string } & ListingFacts };

/** What the rules could not judge, and the listing that it would be; everything but its kind is known. */
type Doubt = {
  judged: Judged;
  verdict: Verdict;
  facts: { listingId: string } & Omit<ListingFacts, 'propertyType'>;
};

const noPrice = 'No price from $1 to $10,000,000 could be read';
const noPlace = 'The place is missing or not known';

/** A raw item, checked, read and judged; pure but for the gazetteer's tables. */
export function understand(source: string, raw: unknown, gazetteer: Gazetteer): Understood {
  const checked = intakeItem.safeParse(raw);
  if (!checked.success) return { as: 'rejected', reason: sentenceOf(checked.error.issues[0]) };
  const item = checked.data;
  const { title, details = '' } = item;
  const read = readPrice(item.price, `${title}\n${details}`);
  const judged = { title, details, price: read?.price ?? null };
  const verdict = judge(judged);
  if (verdict.verdict === 'reject') return { as: 'rejected', reason: verdict.reason };
  const place = gazetteer.locate(item);
  const listingId = listingIdOf(source, item);
  const held = (reason: string) => ({ as: 'held' as const, data: { listingId, source, item, reason } });
  if (read === null) return held(noPrice);
  if (place === null) return held(noPlace);
  const facts = { listingId, source, ...textsOf(item), place, price: read.price, reasons: priceReason(item, read) };
  if (verdict.verdict === 'review') return { ...held(verdict.reason), doubt: { judged, verdict, facts } };
  const { propertyType, reasons } = verdict;
  return { as: 'listing', data: { ...facts, propertyType, reasons: [...facts.reasons, ...reasons] } };
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
