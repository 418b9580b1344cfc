import { type KnownListing, type RepostEntry, toKnownListing } from './known-listing.ts';
import { listMentions, toAddressListKey, type Trait } from './listing-keys.ts';
import type { RepostMatch } from './repost-evidence.ts';
import { compareListings, type SameProperty } from './same-property.ts';

/** How many active listings have a trait; where they are more than `mostListingsOfOne` the exact count is not needed. */
export type CountListings = (trait: Trait) => number;

/** A picture shared by more listings than this is a seller's logo, a text is a template, and an address is the seller's own. */
export const mostListingsOfOne = 2;

type Repost = SameProperty & { first: KnownListing };

/**
 * The listing that `entry` most resembles as a repost, an active one if any, the first of equals; never its own id.
 * `candidates` lie under its `listKeysToCompare`, some of them twice.
 */
export function findRepost(
  entry: RepostEntry,
  candidates: Iterable<KnownListing>,
  count: CountListings,
): RepostMatch | null {
  const again = leaveOutSellerAddresses(toKnownListing(entry), count);
  const isCommon = (field: Trait['field'], value: number | null) =>
    value !== null && count({ field, value }) > mostListingsOfOne;
  const hints = {
    isTellingPicture: !isCommon('picture', again.picture),
    isTemplate: isCommon('text', again.text),
    quote: entry.title,
  };
  let best: Repost | null = null;
  for (const first of candidates) {
    if (first.listingId === again.listingId || (best?.first.isActive && !first.isActive)) continue;
    if (isAtOtherAddress(first, again)) continue;
    const same = compareListings(leaveOutSellerAddresses(first, count), again, hints);
    if (same !== null && isBetter({ first, ...same }, best)) best = { first, ...same };
  }
  return best && { listingId: best.first.listingId, evidence: best.evidence };
}

/** What must be counted to find a repost among `candidates`, beside the traits of `again`. */
export const listMentionsToCount = (again: KnownListing, candidates: readonly KnownListing[]): Trait[] =>
  candidates
    .filter((first) => again.addresses.length > 0 && !isAtOtherAddress(first, again))
    .flatMap((first) => listMentions(first).map((value) => ({ field: 'mention' as const, value })));

const isBetter = ({ first, rank }: Repost, best: Repost | null): boolean =>
  best === null || rank > best.rank || first.isActive !== best.first.isActive;

/** Two addresses without a key in common differ, which needs no comparison; the parcels may be the same. */
function isAtOtherAddress(first: KnownListing, again: KnownListing): boolean {
  if (first.addresses.length === 0 || again.addresses.length === 0) return false;
  const keys = again.addresses.map(toAddressListKey);
  return (
    !first.addresses.some((address) => keys.includes(toAddressListKey(address))) &&
    !first.parcels.some((parcel) => again.parcels.includes(parcel))
  );
}

function leaveOutSellerAddresses(entry: KnownListing, count: CountListings): KnownListing {
  if (entry.addressBasis === 'title' || entry.addresses.length === 0) return entry;
  const addresses = entry.addresses.filter((value) => count({ field: 'mention', value }) <= mostListingsOfOne);
  return addresses.length === entry.addresses.length ? entry : { ...entry, addresses };
}
