import { isInStream, listingStream } from '#domain/event-catalog/streams.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { ListingData } from '#domain/intake/parsed-item.ts';
import type { RepostEntry } from '#domain/deduplication/known-listing.ts';
import { createRepostIndex, type RepostIndex } from '#domain/deduplication/repost-index.ts';
import { readActiveListings, readWithdrawnListings } from '#projections/listings.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createUnsavedCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';

export type RepostLookup = {
  find: RepostIndex['find'];
  /** Adds the listing at this price. */
  add: (entry: RepostEntry) => void;
  remove: (listingId: string) => void;
};
export type LiveRepostIndex = RepostLookup & {
  /** Resolves when all listings that were on offer at the start are known. */
  ready: Promise<void>;
  /** Resolves when everything in the log up to `position` is known, or after 2 s. */
  waitForProjections: (position: Position) => Promise<void>;
  stop: () => Promise<void>;
};

export const indexedTypes = ['ListingFound', 'ListingRepriced', 'ListingWithdrawn'] as const;

type RepostIndexDeps = { events: EventStore; views: ViewStore; clock?: Clock };
type KnownListings = RepostLookup & {
  priceOf: (listingId: string) => number | null;
  /** The listing is no longer on offer. */
  retire: (listingId: string) => void;
};

const fillBatchSize = 50;
/** In ms: a listing that was found longer ago than this and is no longer on offer counts as new when it comes again. */
const withdrawnRetentionMs = 180 * 24 * 60 * 60 * 1000;

/**
 * Fingerprints of all listings that are or recently were on offer: loaded from the view, then kept current from the
 * log.
 */
export function startRepostIndex(
  { events, views, clock = () => new Date() }: RepostIndexDeps,
  run: RunSubscriber,
): LiveRepostIndex {
  const knownListings = createKnownListings();
  const stopped = new AbortController();
  const running = run({
    name: 'repost-index',
    handles: indexedTypes,
    handle: async (batch) => {
      for (const event of batch) await applyEvent(knownListings, events, event);
    },
    checkpoint: createUnsavedCheckpoint(() => fillFromViews(knownListings, { views, clock }, stopped.signal)),
  });

  return {
    find: knownListings.find,
    add: knownListings.add,
    remove: knownListings.remove,
    ready: running.ready,
    waitForProjections: running.waitFor,
    stop: async () => {
      stopped.abort();
      await running.stop();
    },
  };
}

export function toRepostEntry(data: ListingData): RepostEntry {
  const { listingId, title, details, price, imageUrl, parcel, propertyType, place } = data;
  return { listingId, title, details, price, imageUrl, parcel, propertyType, ...place };
}

function createKnownListings(): KnownListings {
  const index = createRepostIndex();
  // Own writes come back through the log at the same price, and need not be processed twice.
  const prices = new Map<string, number>();
  return {
    find: index.find,
    priceOf: (listingId) => prices.get(listingId) ?? null,
    add: (entry) => {
      if (prices.get(entry.listingId) === entry.price) return;
      prices.set(entry.listingId, entry.price);
      index.add(entry);
    },
    retire: (listingId) => {
      prices.delete(listingId);
      index.retire(listingId);
    },
    remove: (listingId) => {
      prices.delete(listingId);
      index.remove(listingId);
    },
  };
}

type FillDeps = { views: ViewStore; clock: Clock };

/**
 * The log position to continue from: read before the documents, which may be newer; applying an event twice changes
 * nothing.
 */
async function fillFromViews(
  knownListings: KnownListings,
  { views, clock }: FillDeps,
  stopped: AbortSignal,
): Promise<Position> {
  const from = (await views.checkpoints()).get('listings') ?? startPosition;
  let filled = 0;
  const yieldSometimes = async () => {
    filled += 1;
    if (filled % fillBatchSize === 0) await yieldToEventLoop();
    stopped.throwIfAborted();
  };
  for await (const doc of readActiveListings(views)) {
    knownListings.add({ ...doc, listingId: doc.id });
    await yieldSometimes();
  }
  const since = new Date(clock().getTime() - withdrawnRetentionMs).toISOString();
  for await (const doc of readWithdrawnListings(views, since)) {
    knownListings.add({ ...doc, listingId: doc.id });
    knownListings.retire(doc.id);
    await yieldSometimes();
  }
  return from;
}

async function applyEvent(knownListings: KnownListings, events: EventStore, event: StoredEvent): Promise<void> {
  if (!isInStream(event, 'listing')) return;
  if (event.type === 'ListingFound') knownListings.add(toRepostEntry(event.data));
  if (event.type === 'ListingWithdrawn') knownListings.retire(event.data.listingId);
  if (event.type !== 'ListingRepriced' || knownListings.priceOf(event.data.listingId) === event.data.price) return;
  const { events: past } = await events.read(listingStream(event.data.listingId));
  const listingFound = past.findLast(({ type }) => type === 'ListingFound');
  if (listingFound?.type === 'ListingFound')
    knownListings.add({ ...toRepostEntry(listingFound.data), price: event.data.price });
}
