import { linkFirstPicture } from '#domain/picture/contract.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import type { FoundListingFilters, FoundListing } from '#domain/listing/found-listings.contract.ts';
import {
  findListing,
  countFoundListings,
  type FoundListingDoc,
  readListingsFoundUntil,
} from '#projections/listings.ts';
import { alertCounts, type AlertCountsDoc } from '#projections/alert-counts.ts';
import { BadCursor, type ViewReader } from '#projections/store/port.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';

/** A search goes back no farther than this, so that no word makes it endless. */
const maxScannedCount = 50_000;
const scanBatchSize = 200;

export type ListingQuery = FoundListingFilters & { limit: number; cursor?: string | undefined };
type ListingPage = { listings: FoundListing[]; total: number; cursor?: string };
/** The last listing of the previous page: the next ones were found before it, or at the same time with a smaller id. */
type PageCursor = { at: string; id: string };

const statusByState = { listed: 'found', withdrawn: 'withdrawn' } as const;

/**
 * What the scout classified as listings, newest first, one page. A search by words or any
 * filter but the status goes through the
 * newest 50,000; an id (also of a repost or an alert) or a link finds its listing. Throws BadCursor.
 */
export async function searchListings(views: ViewReader, query: ListingQuery): Promise<ListingPage> {
  const after = parseCursor(query.cursor);
  const { docs, total, hasMore } = await (isSearch(query) ? findOrScan : readPage)(views, query, after);
  const last = docs.at(-1);
  const counts = await views.getMany<AlertCountsDoc>(
    alertCounts.view,
    docs.map(({ id }) => id),
  );
  return {
    listings: docs.map((doc, index) => presentListing(doc, counts[index] ?? null)),
    total,
    ...(hasMore && last && { cursor: `${last.foundAt}_${last.id}` }),
  };
}

/** Whether it asks for more than all listings of a status. */
function isSearch({ q = '', type, source, minPrice, maxPrice, usState }: FoundListingFilters): boolean {
  return q !== '' || [type, source, minPrice, maxPrice, usState].some((filter) => filter !== undefined);
}

type ListingBatch = { docs: FoundListingDoc[]; total: number; hasMore: boolean };

async function readPage(
  views: ViewReader,
  { state, limit }: ListingQuery,
  after: PageCursor | null,
): Promise<ListingBatch> {
  const status = state && statusByState[state];
  const docs: FoundListingDoc[] = [];
  for await (const doc of readListingsFoundUntil(views, { status, until: after?.at, pageSize: limit + 1 })) {
    if (isAfterCursor(doc, after)) docs.push(doc);
    if (docs.length > limit) break;
  }
  return { docs: docs.slice(0, limit), total: await countFoundListings(views, status), hasMore: docs.length > limit };
}

async function findOrScan(views: ViewReader, query: ListingQuery, after: PageCursor | null): Promise<ListingBatch> {
  const byId = query.q ? await findListing(views, query.q) : null;
  if (byId === null) return scanListings(views, query, after);
  const docs = [byId].filter(createFilter(query, []));
  return { docs, total: docs.length, hasMore: false };
}

async function scanListings(views: ViewReader, query: ListingQuery, after: PageCursor | null): Promise<ListingBatch> {
  const { q = '', state, limit } = query;
  const isMatch = createFilter(query, q.toLowerCase().split(/\s+/).filter(Boolean));
  const docs: FoundListingDoc[] = [];
  let [total, left, scannedCount] = [0, 0, 0];
  for await (const doc of readListingsFoundUntil(views, {
    status: state && statusByState[state],
    pageSize: scanBatchSize,
  })) {
    scannedCount += 1;
    if (scannedCount % scanBatchSize === 0) await yieldToEventLoop();
    if (isMatch(doc)) {
      total += 1;
      if (isAfterCursor(doc, after)) left += docs.push(doc) > limit ? 1 : 0;
      docs.length = Math.min(docs.length, limit);
    }
    if (scannedCount === maxScannedCount) break;
  }
  return { docs, total, hasMore: left > 0 };
}

function createFilter(
  { q, state, type, source, minPrice = 0, maxPrice = Infinity, usState }: FoundListingFilters,
  words: string[],
): (doc: FoundListingDoc) => boolean {
  const isEqual = <T>(filter: T | undefined, value: T) => filter === undefined || value === filter;
  return (doc) => {
    const isOfKind = isEqual(type, doc.propertyType) && isEqual(source, doc.source) && isEqual(usState, doc.state);
    if (!isOfKind || !isEqual(state && statusByState[state], doc.status)) return false;
    if (doc.price < minPrice || doc.price > maxPrice) return false;
    if (doc.link === q) return true;
    const searchText = [doc.title, doc.city, doc.state, doc.zipCode, doc.source].join(' ').toLowerCase();
    return words.every((word) => searchText.includes(word));
  };
}

function parseCursor(cursor: string | undefined): PageCursor | null {
  if (cursor === undefined) return null;
  const [, at = '', id = ''] = /^(\d{4}-[\dT:.-]{15,21}Z)_(.{1,200})$/.exec(cursor) ?? [];
  if (id === '') throw new BadCursor();
  return { at, id };
}

function isAfterCursor({ foundAt, id }: FoundListingDoc, after: PageCursor | null): boolean {
  return after === null || foundAt < after.at || (foundAt === after.at && id < after.id);
}

function presentListing(doc: FoundListingDoc, counts: AlertCountsDoc | null): FoundListing {
  const { id, source, title, details, link, imageUrl, pictureIds, price, lowest, propertyType, reasons, foundAt } = doc;
  const { zipCode, city, state, basis, latitude, longitude, status, withdrawal, repostIds } = doc;
  return {
    id,
    source,
    title,
    details,
    link,
    imageUrl,
    pictures: linkFirstPicture(pictureIds),
    ...presentKnownPrice(price),
    lowest,
    propertyType,
    reasons,
    foundAt,
    place: { zipCode, city, state, basis },
    location: { latitude, longitude },
    state: status === 'found' ? 'listed' : 'withdrawn',
    withdrawal,
    reposts: repostIds.length,
    alerts: { sent: counts?.sent ?? 0, waiting: counts?.waiting ?? 0 },
  };
}
