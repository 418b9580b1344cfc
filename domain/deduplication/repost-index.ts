import { hashText } from './fingerprint.ts';
import { createListingFiles } from './listing-files.ts';
import { type KnownListing, type RepostEntry, toKnownListing } from './known-listing.ts';
import type { RepostMatch } from './repost-evidence.ts';
import { compareListings, type SameProperty } from './same-property.ts';
import type { StreetAddress } from './street-address.ts';

export type RepostIndex = {
  /** Adds a listing as active, or replaces it. */
  add: (entry: RepostEntry) => void;
  /** Marks a listing as inactive. It stays in the index, because a repost of it is still nothing new. */
  retire: (listingId: string) => void;
  remove: (listingId: string) => void;
  /** The listing that `candidate` most resembles as a repost, an active one if any; never the candidate's own id. */
  find: (candidate: RepostEntry) => RepostMatch | null;
};

/** A picture shared by more listings than this is a seller's logo, a text is a template, and an address is the seller's own. */
const mostListingsOfOne = 2;
/** The whole of the details; null where there are none. */
const toTextKey = ({ details }: KnownListing): number | null =>
  details.length === 0 ? null : hashText(details.join(' '));

type Repost = SameProperty & { first: KnownListing };

const isBetter = ({ first, rank }: Repost, best: Repost | null): boolean =>
  best === null || rank > best.rank || first.isActive !== best.first.isActive;

export function createRepostIndex(): RepostIndex {
  const knownListings = new Map<string, KnownListing>();
  const files = createListingFiles();
  const pictures = createCounter<number>();
  const texts = createCounter<number>();
  const mentionedAddresses = createCounter<StreetAddress>();

  const count = (entry: KnownListing, by: number) => {
    pictures.change(entry.picture, by);
    texts.change(toTextKey(entry), by);
    if (entry.addressBasis !== 'title')
      for (const address of new Set(entry.addresses)) mentionedAddresses.change(address, by);
  };

  const leaveOutSellerAddresses = (entry: KnownListing): KnownListing => {
    if (entry.addressBasis === 'title' || entry.addresses.length === 0) return entry;
    const addresses = entry.addresses.filter((address) => mentionedAddresses.count(address) <= mostListingsOfOne);
    return addresses.length === entry.addresses.length ? entry : { ...entry, addresses };
  };

  const remove = (listingId: string) => {
    const entry = knownListings.get(listingId);
    if (entry === undefined) return;
    knownListings.delete(listingId);
    files.remove(entry);
    if (entry.isActive) count(entry, -1);
  };

  return {
    add: (entry) => {
      remove(entry.listingId);
      const added = toKnownListing(entry);
      knownListings.set(entry.listingId, added);
      files.add(added);
      count(added, 1);
    },
    retire: (listingId) => {
      const entry = knownListings.get(listingId);
      if (!entry?.isActive) return;
      entry.isActive = false;
      count(entry, -1);
    },
    remove,
    find: (candidate) => {
      const again = leaveOutSellerAddresses(toKnownListing(candidate));
      const isTellingPicture = pictures.count(again.picture) <= mostListingsOfOne;
      const isTemplate = texts.count(toTextKey(again)) > mostListingsOfOne;
      const hints = { isTellingPicture, isTemplate, quote: candidate.title };
      let best: Repost | null = null;
      const look = (first: KnownListing) => {
        if (first.listingId === again.listingId || (best?.first.isActive && !first.isActive)) return;
        const same = compareListings(leaveOutSellerAddresses(first), again, hints);
        if (same !== null && isBetter({ first, ...same }, best)) best = { first, ...same };
      };
      files.visit(again, look);
      const original = best as Repost | null; // assigned by the callback
      return original && { listingId: original.first.listingId, evidence: original.evidence };
    },
  };
}

/** How many active listings have each picture, text or address; null is not counted. */
function createCounter<Key>() {
  const counts = new Map<Key, number>();
  return {
    change: (key: Key | null, by: number) => {
      if (key === null) return;
      const count = (counts.get(key) ?? 0) + by;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
    count: (key: Key | null): number => (key === null ? 0 : (counts.get(key) ?? 0)),
  };
}
