import type { HeldItem } from '#domain/listing/events.ts';
import type { Projection } from './projection.ts';
import type { DocPage, Query, ViewReader } from './store/port.ts';

/** An item that waits for review: the raw data, and why its place, price or type could not be determined. */
export type ReviewDoc = HeldItem & { id: string; position: number; heldAt: string };

type HandledType = 'ListingHeld' | 'ListingFound' | 'ListingReposted' | 'ListingWithdrawn' | 'ListingRejected';

export const review: Projection<HandledType, ReviewDoc> = {
  view: 'review',
  version: 1,
  indexes: [['position']],
  handles: ['ListingHeld', 'ListingFound', 'ListingReposted', 'ListingWithdrawn', 'ListingRejected'],
  idsOf: ({ data }) => [data.listingId],
  evolve: (_doc, event, id) => {
    if (event.type !== 'ListingHeld') return null;
    const { source, item, reason } = event.data;
    return { id, source, item, reason, position: event.position, heldAt: event.metadata.at };
  },
};

/** Newest first. */
export function listReviewItems(
  views: ViewReader,
  { limit, cursor }: Pick<Query, 'limit' | 'cursor'>,
): Promise<DocPage<ReviewDoc>> {
  const sort = [{ field: 'position', direction: 'desc' as const }];
  return views.list<ReviewDoc>(review.view, { sort, limit, cursor });
}

export function countReviewItems(views: ViewReader): Promise<number> {
  return views.count(review.view);
}
