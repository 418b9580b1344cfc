import { byType } from '#domain/by-type.ts';
import type { Recorded } from '#domain/decider.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import type { ListingEvent, Place, Reason } from '#domain/listing/events.ts';
import type { EventOf, Projection } from './projection.ts';
import type { Page, ViewReader } from './store/port.ts';

/** A listing as it is now: `price` the latest, `lowest` the lowest ever, whole US dollars; `repostIds` its later copies. */
export type FoundListingDoc = Place & {
  id: string;
  status: 'found' | 'withdrawn';
  source: string;
  externalId: string | null;
  title: string;
  price: number;
  lowest: number;
  details: string;
  link: string;
  imageUrl: string;
  postedAt: string | null;
  propertyType: PropertyType;
  reasons: Reason[];
  repostIds: string[];
  foundAt: string;
};

/** The same offer under another id or link; it points to the one that counts. */
type RepostedListingDoc = { id: string; status: 'reposted'; originalId: string };

export type ListingDoc = FoundListingDoc | RepostedListingDoc;

type Handled = Exclude<ListingEvent['type'], 'ListingHeld'>;

export const listings: Projection<Handled, ListingDoc> = {
  view: 'listings',
  version: 1,
  indexes: [['status', 'foundAt']],
  handles: ['ListingFound', 'ListingRepriced', 'ListingReposted', 'ListingWithdrawn'],
  idsOf: ({ type, data }) => (type === 'ListingReposted' ? [data.listingId, data.originalId] : [data.listingId]),
  evolve: (doc, event, id) => evolved(event, doc, id),
};

const evolved = byType<Recorded<EventOf<Handled>>, [ListingDoc | null, string], ListingDoc | null>({
  ListingFound: (event, doc) => found(event, doc),
  ListingRepriced: ({ data: { price } }, doc) => {
    if (!isFound(doc)) return doc;
    return { ...doc, price, lowest: Math.min(price, doc.lowest) };
  },
  ListingReposted: ({ data: { listingId, originalId } }, doc, id) => {
    if (id === listingId) return { id, status: 'reposted', originalId };
    if (!isFound(doc) || doc.repostIds.includes(listingId)) return doc;
    return { ...doc, repostIds: [...doc.repostIds, listingId] };
  },
  ListingWithdrawn: (_event, doc) => (isFound(doc) ? { ...doc, status: 'withdrawn' } : doc),
});

function found({ data, metadata }: Recorded<EventOf<'ListingFound'>>, doc: ListingDoc | null): ListingDoc {
  const { listingId: id, place, ...facts } = data;
  const before = isFound(doc) ? doc : { lowest: data.price, repostIds: [] };
  return {
    ...facts,
    ...place,
    id,
    status: 'found',
    lowest: Math.min(data.price, before.lowest),
    repostIds: before.repostIds,
    foundAt: metadata.at,
  };
}

function isFound(doc: ListingDoc | null): doc is FoundListingDoc {
  return doc !== null && doc.status !== 'reposted';
}

/** The listing that `id` stands for: its own, or the original that it reposts. */
export async function findListing(views: ViewReader, id: string): Promise<FoundListingDoc | null> {
  const doc = await views.get<ListingDoc>(listings.view, id);
  if (doc?.status !== 'reposted') return doc;
  const original = await views.get<ListingDoc>(listings.view, doc.originalId);
  return isFound(original) ? original : null;
}

/** All that stand, newest first, a page at a time in memory. */
export async function* standingListings(views: ViewReader): AsyncGenerator<FoundListingDoc> {
  let cursor: string | undefined;
  do {
    const page: Page<FoundListingDoc> = await views.list<FoundListingDoc>(listings.view, {
      where: { status: 'found' },
      sort: [{ field: 'foundAt', direction: 'desc' }],
      limit: 1000,
      ...(cursor !== undefined && { cursor }),
    });
    yield* page.docs;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
