import type { AlertMessage, ListingView } from '#domain/listing/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import type { AlertEvent, AlertedListing, AlertKind } from './events.ts';
import { type MatchFigures, describeMatch } from './match-reasons.ts';

type AlertsMatchedData = Extract<AlertEvent, { type: 'AlertsMatched' }>['data'];
type AlertsDeliveredData = Extract<AlertEvent, { type: 'AlertsDelivered' }>['data'];

/** One alert, as shared by all its members. */
export type SharedAlert = { listingId: string; n: number; kind: AlertKind; listing: AlertedListing };

/** Alert id: the same wherever the alert is shown, and different from that of a later price drop. */
export function buildAlertId({ listingId, n }: { listingId: string; n: number }): string {
  return `${listingId}-${n}`;
}

/** The listing as one member sees it. */
export function presentAlert(alert: SharedAlert, match: MatchFigures, sentAt: string): ListingView {
  const { title, price, details, link, imageUrl } = alert.listing;
  return {
    id: buildAlertId(alert),
    title,
    price: formatWholeDollars(price),
    details,
    link,
    imageUrl,
    timestamp: sentAt,
    miles: match.miles,
    kind: alert.kind,
    why: describeMatch(match, alert.listing, alert.kind),
  };
}

/** The message for each member of a delivery; `matched` and `delivered` are events of one stream. */
export function buildAlertMessages(
  matched: AlertsMatchedData,
  delivered: AlertsDeliveredData,
): { userId: string; message: AlertMessage }[] {
  const receivers = new Set(delivered.userIds);
  return matched.members
    .filter(({ userId }) => receivers.has(userId))
    .map((member) => {
      const listing = presentAlert(matched, member, delivered.at);
      return { userId: member.userId, message: { listing, why: listing.why } };
    });
}
