import { matchType } from '#domain/shared/match-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { ListingEvent, ListingFacts, ListingLocation } from '#domain/listing/events.ts';
import { type MatchOccasion, appendOccasion } from '#domain/matching/match-occasions.ts';
import type { EventOf, Projection } from './projection.ts';
import { readPages } from './store/list-all.ts';
import type { Sort, ViewReader, Where } from './store/port.ts';

/**
 * The current state of a listing: `price` the latest, `lowest` the lowest ever, whole US dollars; `repostIds` its
 * reposts; `pictureIds` its pictures, the first one for its card; `news` its match occasions, `newsAt` the time of the
 * last of them, or of its withdrawal; `withdrawal` why it is inactive, null while it is active.
 */
export type FoundListingDoc = Omit<ListingFacts, 'place'> &
  ListingLocation & {
    id: string;
    status: 'found' | 'withdrawn';
    lowest: number;
    repostIds: string[];
    pictureIds: string[];
    foundAt: string;
    news: MatchOccasion[];
    newsAt: string;
    withdrawal: { at: string; reason: string } | null;
  };

/** A repost under another id or link; it points to the original. */
type RepostedListingDoc = { id: string; status: 'reposted'; originalId: string };

export type ListingDoc = FoundListingDoc | RepostedListingDoc;

/** What happens to a listing once it was on offer, or is a repost. */
export type OfferEventType = Exclude<ListingEvent['type'], 'ListingHeld' | 'ListingAccepted' | 'ListingRejected'>;
type HandledType = OfferEventType | 'PicturesChanged';

export const listings: Projection<HandledType, ListingDoc> = {
  view: 'listings',
  version: 7,
  indexes: [['foundAt'], ['status', 'foundAt'], ['status', 'newsAt']],
  handles: [
    'ListingFound',
    'ListingRepriced',
    'ListingRetyped',
    'ListingReposted',
    'ListingWithdrawn',
    'PicturesChanged',
  ],
  idsOf: ({ type, data }) => (type === 'ListingReposted' ? [data.listingId, data.originalId] : [data.listingId]),
  evolve: (doc, event, id) => evolveListing(event, doc, id),
};

const evolveListing = matchType<Recorded<EventOf<HandledType>>, [ListingDoc | null, string], ListingDoc | null>({
  ListingFound: (event, doc) => toFoundDoc(event, doc),
  ListingRepriced: ({ data: { price, lowestBefore }, metadata: { at } }, doc) => {
    if (!isFound(doc)) return doc;
    const repriced = { ...doc, price, lowest: Math.min(price, doc.lowest) };
    if (price >= lowestBefore) return repriced;
    return { ...repriced, news: appendOccasion(doc.news, { at, price, isDrop: true }), newsAt: at };
  },
  ListingRetyped: ({ data: { price, facts }, metadata: { at } }, doc) => {
    if (!isFound(doc)) return doc;
    const { propertyType, reasons } = facts;
    return { ...doc, propertyType, reasons, news: appendOccasion(doc.news, { at, price, isDrop: false }), newsAt: at };
  },
  ListingReposted: ({ data: { listingId, originalId } }, doc, id) => {
    if (id === listingId) return { id, status: 'reposted', originalId };
    if (!isFound(doc) || doc.repostIds.includes(listingId)) return doc;
    return { ...doc, repostIds: [...doc.repostIds, listingId] };
  },
  ListingWithdrawn: ({ data: { reason }, metadata: { at } }, doc) =>
    isFound(doc) ? { ...doc, status: 'withdrawn', newsAt: at, withdrawal: { at, reason } } : doc,
  PicturesChanged: ({ data: { pictureIds } }, doc) => (isFound(doc) ? { ...doc, pictureIds } : doc),
});

function toFoundDoc({ data, metadata }: Recorded<EventOf<'ListingFound'>>, doc: ListingDoc | null): ListingDoc {
  const { listingId: id, place, ...facts } = data;
  const before = isFound(doc) ? doc : { lowest: data.price, repostIds: [], pictureIds: [], news: [] };
  const { at } = metadata;
  return {
    ...facts,
    ...place,
    id,
    status: 'found',
    lowest: Math.min(data.price, before.lowest),
    repostIds: before.repostIds,
    pictureIds: before.pictureIds,
    foundAt: at,
    news: appendOccasion(before.news, { at, price: data.price, isDrop: false }),
    newsAt: at,
    withdrawal: null,
  };
}

function isFound(doc: ListingDoc | null): doc is FoundListingDoc {
  return doc !== null && doc.status !== 'reposted';
}

/** The listing for `id`: its own, or the original that it reposts. */
export async function findListing(views: ViewReader, id: string): Promise<FoundListingDoc | null> {
  return (await findListings(views, [id]))[0] ?? null;
}

/** In the order of `ids`. */
export async function findListings(views: ViewReader, ids: string[]): Promise<(FoundListingDoc | null)[]> {
  const docs = await views.getMany<ListingDoc>(listings.view, ids);
  const originalIds = docs.flatMap((doc) => (doc?.status === 'reposted' ? [doc.originalId] : []));
  if (originalIds.length === 0) return docs.map(onlyFound);
  const originalDocs = await views.getMany<ListingDoc>(listings.view, originalIds);
  const originals = new Map(originalDocs.map((doc, index) => [originalIds[index], doc]));
  return docs.map((doc) => onlyFound(doc?.status === 'reposted' ? (originals.get(doc.originalId) ?? null) : doc));
}

function onlyFound(doc: ListingDoc | null): FoundListingDoc | null {
  return isFound(doc) ? doc : null;
}

/** Active listings with a match occasion after `since` (ISO 8601), the latest first, a page at a time in memory. */
export function readListingsMatchedSince(views: ViewReader, since: string): AsyncGenerator<FoundListingDoc> {
  return readFound(views, 'newsAt', { where: { status: 'found', newsAt: { gt: since } } });
}

/** Listings that were found, became cheaper or were withdrawn after `since` (ISO 8601), a page at a time in memory. */
export async function* readListingsChangedSince(views: ViewReader, since: string): AsyncGenerator<FoundListingDoc> {
  for (const status of ['found', 'withdrawn'] as const)
    yield* readFound(views, 'newsAt', { where: { status, newsAt: { gt: since } } });
}

/**
 * All listings ever found, or those of one status, newest first (by id where found at the same time), from the moment
 * `until` (ISO 8601) backwards; `pageSize` at a time in memory.
 */
export function readListingsFoundUntil(
  views: ViewReader,
  {
    status,
    until = '',
    pageSize,
  }: { status?: FoundListingDoc['status'] | undefined; until?: string | undefined; pageSize: number },
): AsyncGenerator<FoundListingDoc> {
  // Greater than every time with this prefix. Reposts have none.
  const where = { ...(status && { status }), foundAt: { lt: `${until}~` } };
  return readFound(views, 'foundAt', { where, pageSize });
}

/** The count of all listings ever found, or of one status. */
export async function countFoundListings(views: ViewReader, status?: FoundListingDoc['status']): Promise<number> {
  const counted = status ? [status] : (['found', 'withdrawn'] as const);
  const numbers = await Promise.all(counted.map((one) => views.count(listings.view, { status: one })));
  return numbers.reduce((sum, number) => sum + number, 0);
}

async function* readFound(
  views: ViewReader,
  field: 'foundAt' | 'newsAt',
  query: { where: Where; pageSize?: number },
): AsyncGenerator<FoundListingDoc> {
  const sort: Sort = [{ field, direction: 'desc' }];
  for await (const docs of readPages<FoundListingDoc>(views, listings.view, { ...query, sort })) yield* docs;
}
