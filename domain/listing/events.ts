import type { RepostEvidence } from '#domain/deduplication/repost-evidence.ts';
import type { GivenFields } from '#domain/figures/given.contract.ts';
import type { PropertyType } from './contract.ts';
import type { PlaceBasis, QuotedReason } from './facts.contract.ts';

/** The location of a listing. */
export type ListingLocation = {
  latitude: number;
  longitude: number;
  basis: PlaceBasis;
  zipCode: string | null;
  city: string | null;
  /** As the source names it. */
  county: string | null;
  state: string | null;
};

/** A parsed listing: price in whole US dollars, times ISO 8601 in UTC, '' where the source gave nothing. */
export type ListingFacts = {
  source: string;
  externalId: string | null;
  /** The assessor's number of the parcel, as the source writes it. */
  parcel: string | null;
  title: string;
  price: number;
  details: string;
  link: string;
  imageUrl: string;
  postedAt: string | null;
  place: ListingLocation;
  propertyType: PropertyType;
  reasons: QuotedReason[];
  /** Absent where the source gave none. */
  given?: GivenFields;
};

/** The facts that a listing is matched and shown with, apart from its price. */
export type MatchedFacts = Pick<
  ListingFacts,
  'title' | 'details' | 'link' | 'imageUrl' | 'propertyType' | 'place' | 'reasons' | 'given'
>;

/** A raw item whose place, price or type could not be determined: stored unchanged until a person decides. */
export type HeldItem = { source: string; item: Record<string, unknown>; reason: string };

export type RepostData = {
  listingId: string;
  originalId: string;
  source: string;
  externalId: string | null;
  link: string;
  price: number;
  evidence: RepostEvidence;
};

/** Stream `listing-<listingId>`; the id is derived from source and external id (or link). */
export type ListingEvent =
  | { type: 'ListingFound'; data: { listingId: string } & ListingFacts }
  | { type: 'ListingHeld'; data: { listingId: string } & HeldItem }
  /** `lowestBefore` is the lowest price seen before; members are only notified of a price below it. */
  | {
      type: 'ListingRepriced';
      data: { listingId: string; price: number; previousPrice: number; lowestBefore: number; facts: MatchedFacts };
    }
  /** A person corrected the type. `facts` have the new one, and no words that were quoted for the previous one. */
  | {
      type: 'ListingRetyped';
      data: { listingId: string; price: number; previousType: PropertyType; facts: MatchedFacts };
    }
  /** This item is a repost of `originalId` under another id or link, as `evidence` says. */
  | { type: 'ListingReposted'; data: RepostData }
  /** `byPerson` where a person withdrew it, and not its source. */
  | { type: 'ListingWithdrawn'; data: { listingId: string; reason: string; byPerson?: boolean } }
  /**
   * A person accepted a held item as a listing, with these corrected fields; the ListingFound beside it has the rest.
   */
  | { type: 'ListingAccepted'; data: { listingId: string; corrected: string[] } }
  /** `reason` where the person gave one. */
  | { type: 'ListingRejected'; data: { listingId: string; title: string; reason?: string } };
