import { byType } from '#domain/shared/by-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { HeldItem, ListingEvent } from '#domain/listing/events.ts';
import { spamReason } from '#domain/owner-offer/spam.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** An item that a person decided about, as it came; `label` is the type of an accepted one, else 'reject'. */
export type Reviewed = { item: HeldItem['item']; label: string };

/** Where the type cannot be told, as what was accepted reposts a listing that is known already. */
const anyType = 'match';

type Held = HeldItem & { isAccepted: boolean };

/**
 * What people decided in the review, in the order of the log; null for what somebody rejected that looked like spam,
 * which is no judgement of the text.
 */
export async function* reviewsIn(log: AsyncIterable<StoredEvent>): AsyncGenerator<Reviewed | null> {
  const waiting: Waiting = new Map();
  for await (const event of log) {
    if (!event.stream.startsWith('listing-')) continue;
    const decided = decide(event as Recorded<ListingEvent>, waiting); // listing streams have no others
    if (decided !== undefined) yield decided;
  }
}

type Waiting = Map<string, Held>;

const decide = byType<ListingEvent, [Waiting], Reviewed | null | undefined>({
  ListingHeld: ({ data: { listingId, source, item, reason } }, waiting) => {
    waiting.set(listingId, { source, item, reason, isAccepted: false });
    return undefined;
  },
  ListingAccepted: ({ data: { listingId } }, waiting) => {
    const held = waiting.get(listingId);
    if (held) held.isAccepted = true;
    return undefined;
  },
  ListingFound: ({ data: { listingId, propertyType } }, waiting) => accepted(listingId, propertyType, waiting),
  ListingReposted: ({ data: { listingId } }, waiting) => accepted(listingId, anyType, waiting),
  ListingRejected: ({ data: { listingId } }, waiting) => {
    const held = taken(listingId, waiting);
    if (held === undefined) return undefined;
    return held.reason.startsWith(spamReason) ? null : { item: held.item, label: 'reject' };
  },
  ListingWithdrawn: ({ data: { listingId } }, waiting) => {
    waiting.delete(listingId);
    return undefined;
  },
  ListingRepriced: () => undefined,
});

/** What came complete by itself was accepted by nobody. */
function accepted(listingId: string, label: string, waiting: Waiting): Reviewed | undefined {
  const held = taken(listingId, waiting);
  return held?.isAccepted ? { item: held.item, label } : undefined;
}

function taken(listingId: string, waiting: Waiting): Held | undefined {
  const held = waiting.get(listingId);
  waiting.delete(listingId);
  return held;
}
