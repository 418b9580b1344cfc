import { findRepost } from './find-repost.ts';
import { type KnownListing, type RepostEntry, toKnownListing } from './known-listing.ts';
import { listKeys, listKeysToCompare, listTraits, type Trait, toTraitKey } from './listing-keys.ts';
import type { RepostMatch } from './repost-evidence.ts';

export type RepostIndex = {
  /** Adds a listing as active, or replaces it. */
  add: (entry: RepostEntry) => void;
  /** Marks a listing as inactive. It stays in the index, because a repost of it is still nothing new. */
  retire: (listingId: string) => void;
  remove: (listingId: string) => void;
  /** The listing that `candidate` most resembles as a repost, an active one if any; never the candidate's own id. */
  find: (candidate: RepostEntry) => RepostMatch | null;
  has: (listingId: string) => boolean;
  /** The listings that lie under these keys, some of them twice. */
  listUnder: (keys: string[]) => KnownListing[];
  /** The ids of the active listings that have a trait. */
  listSharing: (trait: Trait) => Iterable<string>;
};

/** Listings in memory, by the keys under which they are found again. */
export function createRepostIndex(): RepostIndex {
  const knownListings = new Map<string, KnownListing>();
  const byKey = createKeyedMaps<KnownListing>();
  const byTrait = createKeyedMaps<true>();

  const remove = (listingId: string) => {
    const entry = knownListings.get(listingId);
    if (entry === undefined) return;
    knownListings.delete(listingId);
    for (const key of listKeys(entry)) byKey.delete(key, listingId);
    removeTraits(entry);
  };
  const removeTraits = (entry: KnownListing) => {
    for (const trait of listTraits(entry)) byTrait.delete(toTraitKey(trait), entry.listingId);
  };
  const listUnder = (keys: string[]) => keys.flatMap((key) => [...byKey.get(key).values()]);
  const listSharing = (trait: Trait) => byTrait.get(toTraitKey(trait)).keys();

  return {
    add: (entry) => {
      remove(entry.listingId);
      const added = toKnownListing(entry);
      knownListings.set(entry.listingId, added);
      for (const key of listKeys(added)) byKey.set(key, entry.listingId, added);
      for (const trait of listTraits(added)) byTrait.set(toTraitKey(trait), entry.listingId, true);
    },
    retire: (listingId) => {
      const entry = knownListings.get(listingId);
      if (entry === undefined) return;
      entry.isActive = false;
      removeTraits(entry);
    },
    remove,
    find: (candidate) =>
      findRepost(
        candidate,
        listUnder(listKeysToCompare(toKnownListing(candidate))),
        (trait) => byTrait.get(toTraitKey(trait)).size,
      ),
    has: (listingId) => knownListings.has(listingId),
    listUnder,
    listSharing,
  };
}

/** Maps of items by key and id; a key without items is forgotten. */
function createKeyedMaps<Item>() {
  const maps = new Map<string, Map<string, Item>>();
  const empty: ReadonlyMap<string, Item> = new Map();
  return {
    get: (key: string) => maps.get(key) ?? empty,
    set: (key: string, id: string, item: Item) => {
      const items = maps.get(key);
      if (items === undefined) maps.set(key, new Map([[id, item]]));
      else items.set(id, item);
    },
    delete: (key: string, id: string) => {
      const items = maps.get(key);
      items?.delete(id);
      if (items?.size === 0) maps.delete(key);
    },
  };
}
