import type { AlertMessage, ListingView } from '#domain/listing/contract.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import type { AlertedListing, AlertedMember, AlertKind, DeliveredAlert } from './events.ts';
import type { MatchFigures } from '#domain/matching/index/matched-member.ts';
import { describeMatch } from './match-reasons.ts';

/** One alert, as shared by all its members. */
export type SharedAlert = { listingId: string; n: number; kind: AlertKind; listing: AlertedListing };

/** Alert id: the same wherever the alert is shown, and different from that of a later price drop. */
export function buildAlertId({ listingId, n }: { listingId: string; n: number }): string {
  return `${listingId}-${n}`;
}

type ShownMatch = { id: string; kind: AlertKind; sentAt: string; zipCode?: string };

/** A listing as one member sees it. */
export function presentMatch(
  listing: AlertedListing,
  match: MatchFigures,
  { zipCode, ...shown }: ShownMatch,
): ListingView {
  const { title, price, details, link, imageUrl } = listing;
  const why = describeMatch(match, listing, shown.kind, zipCode);
  return { ...shown, title, ...presentKnownPrice(price), details, link, imageUrl, miles: match.miles, why };
}

export function presentAlert(alert: SharedAlert, match: MatchFigures, sentAt: string): ListingView {
  return presentMatch(alert.listing, match, { id: alert.listingId, kind: alert.kind, sentAt });
}

/** The message for each member of a delivery; none for users who were deleted since. */
export function buildAlertMessages(delivered: DeliveredAlert): { member: AlertedMember; message: AlertMessage }[] {
  return delivered.members.flatMap((member) => {
    const { figures } = member;
    if (figures === null) return [];
    const listing = presentAlert(delivered, figures, delivered.at);
    return [{ member, message: { listing, why: listing.why } }];
  });
}
