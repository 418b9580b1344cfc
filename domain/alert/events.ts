import type { GivenFields } from '#domain/figures/given.contract.ts';
import type { FittingSearches, MatchFigures } from '#domain/matching/index/matched-member.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import type { QuotedReason } from '#domain/listing/facts.contract.ts';

export type AlertKind = 'new' | 'price drop';

/**
 * What the member sees: a copy of the listing at the time of the match. Prices in whole US dollars; `previousPrice` is
 * the lowest one before a price drop.
 */
export type AlertedListing = {
  title: string;
  price: number;
  details: string;
  link: string;
  imageUrl: string;
  propertyType: PropertyType;
  previousPrice: number | null;
  city: string | null;
  county: string | null;
  state: string | null;
  zipCode: string | null;
  /** Whether only the ZIP or the city is known. */
  isApproximate: boolean;
  signals: QuotedReason[];
  given?: GivenFields;
};

/**
 * A matched member as read from the log: a deleted user has no figures, and an id that belongs to no user. `token` stands for
 * the member within the events of one alert, in documents that must not lead to a deleted user.
 */
export type AlertedMember = FittingSearches & { userId: string; figures: MatchFigures | null; token?: string };

/** How the members are notified: as soon as the listing is found, or with their next daily digest. */
export type AlertMode = 'immediate' | 'daily';

/** Why a matched member is not notified after all. */
export type WithheldReason = 'listing withdrawn' | 'not a member' | 'newer price' | 'other type';

/** `shard` is the part of the matcher that has these members; absent where it has one part. */
type MatchedAlert = {
  listingId: string;
  n: number;
  kind: AlertKind;
  listing: AlertedListing;
  members: AlertedMember[];
  shard?: string;
};

/**
 * Stream `alert-<listingId>-<n>`, n from 0: at most 500 members each; for one kind and price a member is in exactly
 * one. Alerts of immediate members are matched and delivered by one command.
 */
export type AlertEvent =
  | { type: 'AlertsMatched'; data: MatchedAlert }
  /** It carries all that a notification needs. `foundAt` is when the listing was found or repriced. */
  | { type: 'AlertsDelivered'; data: DeliveredAlert }
  /** These members were matched, but a later event made the alert obsolete before it was due. */
  | {
      type: 'AlertsWithheld';
      data: { listingId: string; n: number; reason: WithheldReason; userIds: string[]; at: string };
    };

export type DeliveredAlert = Omit<MatchedAlert, 'shard'> & { mode: AlertMode; foundAt: string; at: string };
