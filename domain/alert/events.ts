import type { PropertyType } from '#domain/listing/contract.ts';

export type AlertKind = 'new' | 'price drop';

/** What the member sees: a copy of the listing at the time of the match. `price` in whole US dollars. */
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

/** One member whom the listing matches, with the filters used for the match; the ZIP stays in the member's stream. */
export type MatchedMember = {
  userId: string;
  /** Great-circle miles from the centre of the member's ZIP, rounded to a tenth. */
  miles: number;
  radius: number;
  maxPrice: number;
};

/** Why a matched member is not notified after all. */
export type WithheldReason = 'listing withdrawn' | 'not a member' | 'newer price';

/**
 * Stream `alert-<listingId>-<n>`, n from 0: at most 500 members each; for one kind and price a member is in exactly
 * one.
 */
export type AlertEvent =
  | {
      type: 'AlertsMatched';
      data: { listingId: string; n: number; kind: AlertKind; listing: AlertedListing; members: MatchedMember[] };
    }
  | {
      type: 'AlertsDelivered';
      data: { listingId: string; n: number; channel: 'dashboard'; userIds: string[]; at: string };
    }
  /** These members were matched, but a later event made the alert obsolete before it was due. */
  | {
      type: 'AlertsWithheld';
      data: { listingId: string; n: number; reason: WithheldReason; userIds: string[]; at: string };
    };
