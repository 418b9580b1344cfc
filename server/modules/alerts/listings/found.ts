import { setImmediate } from 'node:timers/promises';
import type { FoundFilters, FoundListing } from '#domain/listing/found.contract.ts';
import { countFound, type FoundListingDoc, foundUntil } from '#projections/listings.ts';
import { reach, type ReachDoc } from '#projections/reach.ts';
import { BadCursor, type ViewReader } from '#projections/store/port.ts';
import { listingOf } from './found-listing.ts';

/** A search looks no farther back than this, so that no word makes it endless. */
const mostLookedAt = 50_000;
const atOnce = 200;

export type FoundQuery = FoundFilters & { limit: number; cursor?: string | undefined };
type FoundPage = { listings: FoundListing[]; total: number; cursor?: string };
/** The last of the page before: what comes next was found before it, or at once with a lesser id. */
type Place = { at: string; id: string };

const statusOf = { listed: 'found', withdrawn: 'withdrawn' } as const;

/**
 * What the scout took for listings, newest first, a page of it. A search by words, source or type goes through the
 * newest 50,000; an id, of a repost or an alert too, or a link finds its listing. Throws BadCursor.
 */
export async function foundListings(views: ViewReader, query: FoundQuery): Promise<FoundPage> {
  const after = placeIn(query.cursor);
  const { docs, total, more } = await (isSearch(query) ? find : read)(views, query, after);
  const last = docs.at(-1);
  const reached = await views.getMany<ReachDoc>(
    reach.view,
    docs.map(({ id }) => id),
  );
  return {
    listings: docs.map((doc, index) => shown(doc, reached[index] ?? null)),
    total,
    ...(more && last && { cursor: `${last.foundAt}_${last.id}` }),
  };
}

function isSearch({ q = '', type, source }: FoundFilters): boolean {
  return q !== '' || type !== undefined || source !== undefined;
}

type Read = { docs: FoundListingDoc[]; total: number; more: boolean };

async function read(views: ViewReader, { state, limit }: FoundQuery, after: Place | null): Promise<Read> {
  const status = state && statusOf[state];
  const docs: FoundListingDoc[] = [];
  for await (const doc of foundUntil(views, { status, until: after?.at, atOnce: limit + 1 })) {
    if (isPast(doc, after)) docs.push(doc);
    if (docs.length > limit) break;
  }
  return { docs: docs.slice(0, limit), total: await countFound(views, status), more: docs.length > limit };
}

async function find(views: ViewReader, query: FoundQuery, after: Place | null): Promise<Read> {
  const byId = query.q ? await listingOf(views, query.q) : null;
  if (byId === null) return search(views, query, after);
  const docs = [byId].filter(fits(query, []));
  return { docs, total: docs.length, more: false };
}

async function search(views: ViewReader, query: FoundQuery, after: Place | null): Promise<Read> {
  const { q = '', state, limit } = query;
  const isWanted = fits(query, q.toLowerCase().split(/\s+/).filter(Boolean));
  const docs: FoundListingDoc[] = [];
  let [total, left, looked] = [0, 0, 0];
  for await (const doc of foundUntil(views, { status: state && statusOf[state], atOnce })) {
    looked += 1;
    if (looked % atOnce === 0) await setImmediate();
    if (isWanted(doc)) {
      total += 1;
      if (isPast(doc, after)) left += docs.push(doc) > limit ? 1 : 0;
      docs.length = Math.min(docs.length, limit);
    }
    if (looked === mostLookedAt) break;
  }
  return { docs, total, more: left > 0 };
}

function fits({ q, state, type, source }: FoundFilters, words: string[]): (doc: FoundListingDoc) => boolean {
  return (doc) => {
    if (state !== undefined && doc.status !== statusOf[state]) return false;
    if (type !== undefined && doc.propertyType !== type) return false;
    if (source !== undefined && doc.source !== source) return false;
    if (doc.link === q) return true;
    const told = [doc.title, doc.city, doc.state, doc.zipCode, doc.source].join(' ').toLowerCase();
    return words.every((word) => told.includes(word));
  };
}

function placeIn(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, at = '', id = ''] = /^(\d{4}-[\dT:.-]{15,21}Z)_(.{1,200})$/.exec(cursor) ?? [];
  if (id === '') throw new BadCursor();
  return { at, id };
}

function isPast({ foundAt, id }: FoundListingDoc, after: Place | null): boolean {
  return after === null || foundAt < after.at || (foundAt === after.at && id < after.id);
}

function shown(doc: FoundListingDoc, reached: ReachDoc | null): FoundListing {
  const { id, source, title, details, link, imageUrl, price, lowest, propertyType, reasons, foundAt } = doc;
  const { zipCode, city, state, basis, status, withdrawal, repostIds } = doc;
  return {
    id,
    source,
    title,
    details,
    link,
    imageUrl,
    price,
    lowest,
    propertyType,
    reasons,
    foundAt,
    place: { zipCode, city, state, basis },
    state: status === 'found' ? 'listed' : 'withdrawn',
    withdrawal,
    reposts: repostIds.length,
    alerts: { sent: reached?.sent ?? 0, waiting: reached?.waiting ?? 0 },
  };
}
