import { isInStream } from '#domain/event-catalog/streams.ts';
import { matchType } from '#domain/shared/match-type.ts';
import type { HeldItem, ListingEvent } from '#domain/listing/events.ts';
import { spamReasonPrefix } from '#domain/owner-offer/spam.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** An original item that an admin decided about; `label` is the type of an accepted one, else 'reject'. */
export type ReviewedItem = { item: HeldItem['item']; label: string };

/** The type is unknown where the accepted item is a repost of a known listing. */
const anyType = 'match';

type PendingReview = HeldItem & { isAccepted: boolean };

/**
 * The decisions of the review, in the order of the log; null for an item rejected because it looked like spam, which is
 * no judgement of the text.
 */
export async function* readReviews(log: AsyncIterable<StoredEvent>): AsyncGenerator<ReviewedItem | null> {
  const waiting: WaitingItems = new Map();
  for await (const event of log) {
    if (!isInStream(event, 'listing')) continue;
    const decided = handleEvent(event, waiting);
    if (decided !== undefined) yield decided;
  }
}

type WaitingItems = Map<string, PendingReview>;

const handleEvent = matchType<ListingEvent, [WaitingItems], ReviewedItem | null | undefined>({
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
  ListingRetyped: () => undefined,
});

/** An item that was completed by its source was accepted by no admin. */
function toAccepted(listingId: string, label: string, waiting: WaitingItems): ReviewedItem | undefined {
  const pendingReview = takeWaiting(listingId, waiting);
  return pendingReview?.isAccepted ? { item: pendingReview.item, label } : undefined;
}

function takeWaiting(listingId: string, waiting: WaitingItems): PendingReview | undefined {
  const pendingReview = waiting.get(listingId);
  waiting.delete(listingId);
  return pendingReview;
}
