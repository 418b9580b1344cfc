import { findRepost, listMentionsToCount } from '#domain/deduplication/find-repost.ts';
import { type KnownListing, type RepostEntry, toKnownListing } from '#domain/deduplication/known-listing.ts';
import { listKeysToCompare, listTraits, type Trait, toTraitKey } from '#domain/deduplication/listing-keys.ts';
import type { RepostMatch } from '#domain/deduplication/repost-evidence.ts';
import { createRepostIndex } from '#domain/deduplication/repost-index.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { findKnownListings, findSharing, knownListings } from '#projections/known-listings.ts';
import type { ViewReader, ViewStore } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

/** The listing that an entry reposts, by what the lookup read and what this process has written since; null for none. */
export type FindOriginal = (entry: RepostEntry) => RepostMatch | null;

export type RepostLookup = {
  /** Reads once what may be reposted by these entries, when it is first needed. */
  prepare: (entries: RepostEntry[]) => PreparedLookup;
  /** Adds a listing that is being written. */
  add: (entry: RepostEntry) => void;
  /** It is in the log up to `position`. */
  settle: (listingId: string, position: Position) => void;
  /** It was not written. */
  remove: (listingId: string) => void;
};

export type PreparedLookup = {
  read: () => Promise<FindOriginal>;
  /** Must be called when nothing more is decided by it. */
  release: () => void;
};

type RepostLookupDeps = { views: Pick<ViewStore, keyof ViewReader | 'checkpoints'>; clock?: Clock };
type FoundInView = { byKey: Map<string, KnownListing[]>; sharing: Map<string, string[]> };

/** In ms: a listing that was found longer ago than this and is no longer on offer counts as new when it comes again. */
const withdrawnRetentionMs = 180 * 24 * 60 * 60 * 1000;

/**
 * Looks up originals in the view of known listings, and in an index of what this process is writing or wrote and the
 * view had not applied when a lookup began that is still in use.
 */
export function createRepostLookup({ views, clock = () => new Date() }: RepostLookupDeps): RepostLookup {
  const written = createRepostIndex();
  const positions = new Map<string, Position>();
  const lookups = new Map<symbol, Position>();

  const remove = (listingId: string) => {
    positions.delete(listingId);
    written.remove(listingId);
  };

  const forgetApplied = () => {
    const applied = Math.min(...lookups.values());
    for (const [listingId, position] of positions) if (position <= applied) remove(listingId);
  };

  /** What the view has applied before its documents are read is in them. */
  const begin = async (lookup: symbol) => {
    lookups.set(lookup, (await views.checkpoints()).get(knownListings.view) ?? startPosition);
    forgetApplied();
  };

  const find = (entry: RepostEntry, { byKey, sharing }: FoundInView): RepostMatch | null => {
    const keys = listKeysToCompare(toKnownListing(entry));
    const inView = keys.flatMap((key) => byKey.get(key) ?? []);
    const current = inView.filter(({ listingId }) => !written.has(listingId));
    const candidates = [...current, ...written.listUnder(keys)];
    if (candidates.length === 0) return null;
    return findRepost(entry, candidates, (trait) => {
      return new Set([...(sharing.get(toTraitKey(trait)) ?? []), ...written.listSharing(trait)]).size;
    });
  };

  return {
    prepare: (entries) => {
      const lookup = Symbol('lookup');
      let reading: Promise<FindOriginal> | null = null;
      const read = async (): Promise<FindOriginal> => {
        await begin(lookup);
        const since = new Date(clock().getTime() - withdrawnRetentionMs).toISOString();
        const found = await readViews(views, entries.map(toKnownListing), since);
        return (entry) => find(entry, found);
      };
      return {
        read: () => (reading ??= read()),
        release: () => void lookups.delete(lookup),
      };
    },
    add: (entry) => {
      positions.set(entry.listingId, Number.POSITIVE_INFINITY as Position);
      written.add(entry);
    },
    settle: (listingId, position) => {
      if (positions.has(listingId)) positions.set(listingId, position);
    },
    remove,
  };
}

async function readViews(views: ViewReader, entries: KnownListing[], since: string): Promise<FoundInView> {
  const keysOf = new Map(entries.map((again) => [again, listKeysToCompare(again)]));
  const byKey = await findKnownListings(views, [...new Set([...keysOf.values()].flat())], since);
  const traits = [...keysOf].flatMap(([again, keys]) => {
    const candidates = keys.flatMap((key) => byKey.get(key) ?? []);
    return [...listTraits(again), ...listMentionsToCount(again, candidates)];
  });
  return { byKey, sharing: await readSharing(views, traits) };
}

async function readSharing(views: ViewReader, traits: Trait[]): Promise<Map<string, string[]>> {
  const valuesByField = Map.groupBy(traits, ({ field }) => field);
  const sharing = new Map<string, string[]>();
  await Promise.all(
    [...valuesByField].map(async ([field, list]) => {
      const values = [...new Set(list.map(({ value }) => value))];
      for (const [value, ids] of await findSharing(views, field, values))
        sharing.set(toTraitKey({ field, value }), ids);
    }),
  );
  return sharing;
}
