import type { PropertyType } from '#domain/listing/contract.ts';

export type AlertKind = 'new' | 'price drop';

/** What the member is shown: a copy of the listing as it was when matched. `price` in whole US dollars. */
export type AlertedListing = {
  title: string;
  price: number;
  details: string;
  link: string;
  imageUrl: string;
  propertyType: PropertyType;
  city: string | null;
  state: string | null;
  zipCode: string | null;
};

/** One member for whom the listing fits, with the filter that it was held against; the ZIP stays in the member's stream. */
export type MatchedMember = {
  userId: string;
  /** Great-circle miles from the centre of the member's ZIP, to a tenth. */
  miles: number;
  radius: number;
  maxPrice: number;
};

/** Why somebody who was matched is not told after all. */
export type WithheldReason = 'listing withdrawn' | 'not a member' | 'newer price';

/** Stream `alert-<listingId>-<n>`, n from 0: at most 500 members each, every member in one of them once a kind and price. */
export type AlertEvent =
  | {
      type: 'AlertsMatched';
      data: { listingId: string; n: number; kind: AlertKind; listing: AlertedListing; members: MatchedMember[] };
    }
  | {
      type: 'AlertsDelivered';
      data: { listingId: string; n: number; channel: 'dashboard'; userIds: string[]; at: string };
    }
  /** These members were matched, and what happened before their alert was due made it pointless. */
  | {
      type: 'AlertsWithheld';
      data: { listingId: string; n: number; reason: WithheldReason; userIds: string[]; at: string };
    };
