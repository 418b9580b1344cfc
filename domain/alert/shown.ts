import type { AlertMessage, ShownListing } from '#domain/listing/contract.ts';
import { dollars } from '#domain/shared/money.ts';
import type { AlertEvent, AlertedListing, AlertKind } from './events.ts';
import { type MatchFigures, whyOf } from './why.ts';

type Matched = Extract<AlertEvent, { type: 'AlertsMatched' }>['data'];
type Delivered = Extract<AlertEvent, { type: 'AlertsDelivered' }>['data'];

/** One alert, as all its members share it. */
export type SharedAlert = { listingId: string; n: number; kind: AlertKind; listing: AlertedListing };

/** Id of an alert that is the same wherever it is shown, and unlike that of a later price drop. */
export function alertId({ listingId, n }: { listingId: string; n: number }): string {
  return `${listingId}-${n}`;
}

/** The listing as one member sees it. */
export function shownAlert(alert: SharedAlert, match: MatchFigures, sentAt: string): ShownListing {
  const { title, price, details, link, imageUrl } = alert.listing;
  return {
    id: alertId(alert),
    title,
    price: dollars(price),
    details,
    link,
    imageUrl,
    timestamp: sentAt,
    miles: match.miles,
    kind: alert.kind,
    why: whyOf(match, alert.listing, alert.kind),
  };
}

/** What goes to each member of a delivery; `matched` and `delivered` are events of one stream. */
export function alertMessages(matched: Matched, delivered: Delivered): { userId: string; message: AlertMessage }[] {
  const receivers = new Set(delivered.userIds);
  return matched.members
    .filter(({ userId }) => receivers.has(userId))
    .map((member) => {
      const listing = shownAlert(matched, member, delivered.at);
      return { userId: member.userId, message: { listing, why: listing.why } };
    });
}
