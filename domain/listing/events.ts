import type { PropertyType } from './contract.ts';

/** Where a listing is. `basis` says how that is known; the less exact ones are centres of a ZIP or of a city. */
export type ListingLocation = {
  latitude: number;
  longitude: number;
  basis: 'coordinates' | 'zip' | 'city';
  zipCode: string | null;
  city: string | null;
  state: string | null;
};

/** Words of the listing's own text, and what they were taken to mean. */
export type QuotedReason = { says: string; quote: string };

/** A listing as understood: price in whole US dollars, times ISO 8601 in UTC, '' where the source gave nothing. */
export type ListingFacts = {
  source: string;
  externalId: string | null;
  title: string;
  price: number;
  details: string;
  link: string;
  imageUrl: string;
  postedAt: string | null;
  place: ListingLocation;
  propertyType: PropertyType;
  reasons: QuotedReason[];
};

/** A raw item that nobody could place, price or judge: kept as it came until a person decides. */
export type HeldItem = { source: string; item: Record<string, unknown>; reason: string };

/** Stream `listing-<listingId>`; the id is made of source and external id (or link). */
export type ListingEvent =
  | { type: 'ListingFound'; data: { listingId: string } & ListingFacts }
  | { type: 'ListingHeld'; data: { listingId: string } & HeldItem }
  /** `lowestBefore` is the lowest price ever seen until now; only a price below it is news to members. */
  | { type: 'ListingRepriced'; data: { listingId: string; price: number; previousPrice: number; lowestBefore: number } }
  /** This item is `originalId` again, posted under another id or link. */
  | {
      type: 'ListingReposted';
      data: {
        listingId: string;
        originalId: string;
        source: string;
        externalId: string | null;
        link: string;
        price: number;
      };
    }
  /** `byPerson` where a person took it back, and not its source. */
  | { type: 'ListingWithdrawn'; data: { listingId: string; reason: string; byPerson?: boolean } }
  /** A person took a held item for a listing, with these fields put right; the ListingFound beside it has the rest. */
  | { type: 'ListingAccepted'; data: { listingId: string; corrected: string[] } }
  | { type: 'ListingRejected'; data: { listingId: string; title: string } };
