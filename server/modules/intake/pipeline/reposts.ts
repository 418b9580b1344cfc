import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Position, type Recorded, start } from '#domain/shared/decider.ts';
import type { ListingEvent, ListingFacts } from '#domain/listing/events.ts';
import { type RepostEntry, repostIndex } from '#domain/deduplication/similarity.ts';
import { standingListings, withdrawnListings } from '#projections/listings.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent, Subscription } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { progress } from '#server/platform/projector/progress.ts';
import { untilItWorks } from '#server/lib/until-it-works.ts';

export type Reposts = {
  /** Resolves when all listings that stood at the start are known. */
  ready: Promise<void>;
  /** Resolves when all that stands in the log up to `position` is known, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
  find: (candidate: RepostEntry) => string | null;
  /** Knows the listing from now on, at this price. */
  add: (entry: RepostEntry) => void;
  remove: (listingId: string) => void;
  stop: () => Promise<void>;
};

type Sources = { events: EventStore; views: ViewStore; log: Logger; clock?: Clock };
type Known = Pick<Reposts, 'find' | 'add' | 'remove'> & {
  priceOf: (listingId: string) => number | null;
  /** It stands no more. */
  retire: (listingId: string) => void;
};

const filledAtOnce = 50;
/** What was found longer ago than this and stands no more is a new offer where it comes again; in ms. */
const rememberedFor = 180 * 24 * 60 * 60 * 1000;

/** Every listing that stands, or stood of late, by its likeness: filled from the view, then kept current from the log. */
export function startReposts({ events, views, log, clock = () => new Date() }: Sources): Reposts {
  const known = knownListings();
  const seen = progress();
  const stopped = new AbortController();
  let following: Subscription | null = null;

  const follow = (from: Position, head: Position) =>
    new Promise<void>((resolve) => {
      seen.applied(from);
      if (from >= head || stopped.signal.aborted) resolve();
      following = events.subscribe(from, async (batch) => {
        for (const event of batch) await apply(known, events, event);
        seen.applied(batch.at(-1)?.position ?? from);
        if (seen.position() >= head) resolve();
      });
      stopped.signal.addEventListener('abort', () => resolve());
    });

  const read = async () => ({ head: await events.head(), from: await fill(known, { views, clock }, stopped.signal) });
  const load = async () => {
    const filled = await untilItWorks('Reading the listings', read, { log, stopped: stopped.signal });
    if (filled !== null) await follow(filled.from, filled.head);
  };

  const ready = load();
  return {
    find: known.find,
    add: known.add,
    remove: known.remove,
    ready,
    caughtUp: seen.caughtUp,
    stop: async () => {
      stopped.abort();
      await ready;
      await following?.stop();
    },
  };
}

export function entryOf(data: { listingId: string } & ListingFacts): RepostEntry {
  const { listingId, title, details, price, imageUrl, place } = data;
  return { listingId, title, details, price, imageUrl, latitude: place.latitude, longitude: place.longitude };
}

function knownListings(): Known {
  const index = repostIndex();
  // Own writes come back through the log at the same price, and need no second reading.
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

type Filling = { views: ViewStore; clock: Clock };

/** From where the log goes on: taken before the documents, which may be newer; what comes twice changes nothing. */
async function fill(known: Known, { views, clock }: Filling, stopped: AbortSignal): Promise<Position> {
  const from = (await views.checkpoints()).get('listings') ?? start;
  let filled = 0;
  const rest = async () => {
    filled += 1;
    if (filled % filledAtOnce === 0) await setImmediate();
    stopped.throwIfAborted();
  };
  for await (const doc of standingListings(views)) {
    known.add({ ...doc, listingId: doc.id });
    await rest();
  }
  const since = new Date(clock().getTime() - rememberedFor).toISOString();
  for await (const doc of withdrawnListings(views, since)) {
    known.add({ ...doc, listingId: doc.id });
    known.retire(doc.id);
    await rest();
  }
  return from;
}

async function apply(known: Known, events: EventStore, stored: StoredEvent): Promise<void> {
  const event = stored as Recorded<ListingEvent>; // only listing streams have events of the types asked for
  if (event.type === 'ListingFound') known.add(entryOf(event.data));
  if (event.type === 'ListingWithdrawn') known.retire(event.data.listingId);
  if (event.type !== 'ListingRepriced' || known.priceOf(event.data.listingId) === event.data.price) return;
  const { events: past } = await events.read(event.stream);
  const found = (past as Recorded<ListingEvent>[]).findLast(({ type }) => type === 'ListingFound');
  if (found?.type === 'ListingFound') known.add({ ...entryOf(found.data), price: event.data.price });
}
