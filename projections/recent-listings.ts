import type { AlertEvent } from '#domain/alert/events.ts';
import { alertId, shownAlert } from '#domain/alert/shown.ts';
import type { MatchFigures } from '#domain/alert/why.ts';
import { byType } from '#domain/shared/by-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { ShownListing } from '#domain/listing/contract.ts';
import { recentListingsLimit, type SavedListing } from '#domain/user/contract.ts';
import { type AlertDoc, alerts } from './alerts.ts';
import type { EventOf, Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';
import type { UserDoc } from './users.ts';

type Match = MatchFigures & { listingId: string; n: number };

/** One member's alerts: those matched and not yet delivered, and the latest delivered, newest first. */
export type RecentListingsDoc = { id: string; waiting: Match[]; sent: (Match & { sentAt: string })[] };

type Handled = 'UserRegistered' | 'UserDeleted' | AlertEvent['type'];

export const recentListings: Projection<Handled, RecentListingsDoc> = {
  view: 'recent-listings',
  version: 2,
  indexes: [],
  handles: ['UserRegistered', 'UserDeleted', 'AlertsMatched', 'AlertsDelivered', 'AlertsWithheld'],
  idsOf: byType<Recorded<EventOf<Handled>>, [], string[]>({
    UserRegistered: ({ data }) => [data.userId],
    UserDeleted: ({ data }) => [data.userId],
    AlertsMatched: ({ data }) => data.members.map(({ userId }) => userId),
    AlertsDelivered: ({ data }) => data.userIds,
    AlertsWithheld: ({ data }) => data.userIds,
  }),
  evolve: (doc, event, id) => {
    if (event.type === 'UserRegistered') return { id, waiting: [], sent: [] };
    if (doc === null || event.type === 'UserDeleted') return null;
    if (event.type === 'AlertsMatched') return matched(doc, event.data);
    return event.type === 'AlertsDelivered' ? delivered(doc, event.data) : withheld(doc, event.data);
  },
};

function matched(doc: RecentListingsDoc, data: EventOf<'AlertsMatched'>['data']): RecentListingsDoc {
  const figures = figuresByUser(data.members).get(doc.id);
  if (!figures) return doc;
  return { ...doc, waiting: [...doc.waiting, { listingId: data.listingId, n: data.n, ...figures }] };
}

type Alert = { listingId: string; n: number };
const same = (one: Alert) => (other: Alert) => one.listingId === other.listingId && one.n === other.n;

function delivered(doc: RecentListingsDoc, data: EventOf<'AlertsDelivered'>['data']): RecentListingsDoc {
  const match = doc.waiting.find(same(data));
  if (!match) return doc;
  const sent = [{ ...match, sentAt: data.at }, ...doc.sent].sort((a, b) => newestFirst(a.sentAt, b.sentAt));
  return { ...withheld(doc, data), sent: sent.slice(0, recentListingsLimit) };
}

function withheld(doc: RecentListingsDoc, alert: Alert): RecentListingsDoc {
  const isSame = same(alert);
  return { ...doc, waiting: doc.waiting.filter((match) => !isSame(match)) };
}

type Members = EventOf<'AlertsMatched'>['data']['members'];
const looked = new WeakMap<Members, Map<string, MatchFigures>>();

/** An event of 500 members is asked 500 times, so its members are put in a map once. */
function figuresByUser(members: Members): Map<string, MatchFigures> {
  const known = looked.get(members);
  if (known) return known;
  const made = new Map(members.map(({ userId, miles, radius, maxPrice }) => [userId, { miles, radius, maxPrice }]));
  looked.set(members, made);
  return made;
}

/** What the card 'Recent sent listings' shows: saved and delivered together, newest first, at most 15. */
export async function recentFor(views: ViewReader, user: UserDoc): Promise<ShownListing[]> {
  const doc = await views.get<RecentListingsDoc>(recentListings.view, user.id);
  const sent = doc?.sent ?? [];
  const found = await views.getMany<AlertDoc>(alerts.view, sent.map(alertId));
  const alerted = sent.flatMap(({ sentAt, ...match }, index) => {
    const alert = found[index];
    return alert ? [shownAlert(alert, match, sentAt)] : [];
  });
  return [...alerted, ...user.recentListings.map(shownSaved)]
    .sort((a, b) => newestFirst(a.timestamp, b.timestamp))
    .slice(0, recentListingsLimit);
}

function shownSaved(listing: SavedListing, index: number): ShownListing {
  return { ...listing, id: `saved-${index}-${listing.timestamp}`, miles: null, kind: 'saved', why: [] };
}

/** ISO 8601 times in UTC compare as texts. */
function newestFirst(some: string, other: string): number {
  if (some === other) return 0;
  return some > other ? -1 : 1;
}
