import { matchType } from '#domain/shared/match-type.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import type { HeldItem, ListingEvent } from '#domain/listing/events.ts';
import { spamReasonPrefix } from '#domain/owner-offer/spam.ts';

/** The type is unknown where the accepted item is a repost of a known listing. */
export const anyType = 'match';

/** What a person said of an item: its type, or that it is no offer. */
export type PersonDecision = { item: HeldItem['item']; label: PropertyType | typeof anyType | 'reject' };

type PendingReview = HeldItem & { isAccepted: boolean };
type WaitingItems = Map<string, PendingReview>;

/**
 * Reads the decisions of people from the events of listings, in their order; null for an item rejected because it looked
 * like spam, which is no judgement of the text, and undefined for an event that is no decision.
 */
export function createDecisionReader(): (event: ListingEvent) => PersonDecision | null | undefined {
  const waiting: WaitingItems = new Map();
  return (event) => handleEvent(event, waiting);
}

const handleEvent = matchType<ListingEvent, [WaitingItems], PersonDecision | null | undefined>({
  ListingHeld: ({ data: { listingId, source, item, reason } }, waiting) => {
    waiting.set(listingId, { source, item, reason, isAccepted: false });
    return undefined;
  },
  ListingAccepted: ({ data: { listingId } }, waiting) => {
    const pendingReview = waiting.get(listingId);
    if (pendingReview) pendingReview.isAccepted = true;
    return undefined;
  },
  ListingFound: ({ data: { listingId, propertyType } }, waiting) => toAccepted(listingId, propertyType, waiting),
  ListingReposted: ({ data: { listingId } }, waiting) => toAccepted(listingId, anyType, waiting),
  ListingRejected: ({ data: { listingId } }, waiting) => {
    const pendingReview = takeWaiting(listingId, waiting);
    if (pendingReview === undefined) return undefined;
    return pendingReview.reason.startsWith(spamReasonPrefix) ? null : { item: pendingReview.item, label: 'reject' };
  },
  ListingWithdrawn: ({ data: { listingId } }, waiting) => {
    waiting.delete(listingId);
    return undefined;
  },
  ListingRepriced: () => undefined,
  ListingRetyped: ({ data: { price, facts } }) => {
    const { title, details, link, propertyType } = facts;
    return { item: { title, details, link, price }, label: propertyType };
  },
});

/** An item that was completed by its source was accepted by no admin. */
function toAccepted(
  listingId: string,
  label: PersonDecision['label'],
  waiting: WaitingItems,
): PersonDecision | undefined {
  const pendingReview = takeWaiting(listingId, waiting);
  return pendingReview?.isAccepted ? { item: pendingReview.item, label } : undefined;
}

function takeWaiting(listingId: string, waiting: WaitingItems): PendingReview | undefined {
  const pendingReview = waiting.get(listingId);
  waiting.delete(listingId);
  return pendingReview;
}
