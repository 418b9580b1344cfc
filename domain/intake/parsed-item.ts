import type { ClassificationVerdict, ListingText } from '#domain/classification/verdict.ts';
import type { HeldItem, ListingFacts } from '#domain/listing/events.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';

export type ListingData = { listingId: string } & ListingFacts;

/** The result of parsing an item. `reason` is a message for admins. */
export type ParsedItem =
  | RejectedItem
  | { kind: 'held'; data: { listingId: string } & HeldItem; doubt?: ClassificationDoubt }
  | { kind: 'listing'; data: ListingData; doubt?: ClassificationDoubt };

/** No offer, or no longer one: `ends` is the listing that it withdraws if that was on offer until now. */
export type RejectedItem = {
  kind: 'rejected';
  reason: string;
  /** What the rules read in it; absent for an item that cannot be read. */
  quotes?: QuotedReason[];
  ends?: { listingId: string; reason: string };
};

/** The verdict of rules that are not sure, and the item as it is held; only its classification is open. */
type ClassificationDoubt = {
  listingText: ListingText;
  verdict: ClassificationVerdict;
  heldItem: { listingId: string } & Omit<HeldItem, 'reason'>;
};

/** A held item that an admin accepted as a listing, and the names of the corrected fields. */
export type ReviewedItem = { kind: 'reviewed'; data: ListingData; corrected: string[] };

/** The listing that an item belongs to; null for an item that belongs to none. */
export function getListingId(item: ParsedItem | ReviewedItem): string | null {
  return item.kind === 'rejected' ? (item.ends?.listingId ?? null) : item.data.listingId;
}
