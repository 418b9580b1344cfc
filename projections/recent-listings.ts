import type { AlertEvent } from '#domain/alert/events.ts';
import { buildAlertId, presentAlert } from '#domain/alert/alert-view.ts';
import type { MatchFigures } from '#domain/alert/match-reasons.ts';
import { matchType } from '#domain/shared/match-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { maxRecentListings, type SavedListing } from '#domain/user/contract.ts';
import { type AlertDoc, alerts } from './alerts.ts';
import type { EventOf, Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';
import type { UserDoc } from './users.ts';

type PendingMatch = MatchFigures & { listingId: string; n: number };

/** One member's alerts: those matched and not yet delivered, and the latest delivered, newest first. */
export type RecentListingsDoc = { id: string; waiting: PendingMatch[]; sent: (PendingMatch & { sentAt: string })[] };

type HandledType = 'UserRegistered' | 'UserDeleted' | AlertEvent['type'];

export const recentListings: Projection<HandledType, RecentListingsDoc> = {
  view: 'recent-listings',
  version: 2,
  indexes: [],
  handles: ['UserRegistered', 'UserDeleted', 'AlertsMatched', 'AlertsDelivered', 'AlertsWithheld'],
  idsOf: matchType<Recorded<EventOf<HandledType>>, [], string[]>({
    UserRegistered: ({ data }) => [data.userId],
    UserDeleted: ({ data }) => [data.userId],
    AlertsMatched: ({ data }) => data.members.map(({ userId }) => userId),
    AlertsDelivered: ({ data }) => data.userIds,
    AlertsWithheld: ({ data }) => data.userIds,
  }),
  evolve: (doc, event, id) => {
    if (event.type === 'UserRegistered') return { id, waiting: [], sent: [] };
    if (doc === null || event.type === 'UserDeleted') return null;
    if (event.type === 'AlertsMatched') return applyMatched(doc, event.data);
    return event.type === 'AlertsDelivered' ? applyDelivered(doc, event.data) : applyWithheld(doc, event.data);
  },
};

function applyMatched(doc: RecentListingsDoc, data: EventOf<'AlertsMatched'>['data']): RecentListingsDoc {
  const figures = mapFiguresByUser(data.members).get(doc.id);
  if (!figures) return doc;
  return { ...doc, waiting: [...doc.waiting, { listingId: data.listingId, n: data.n, ...figures }] };
}

type AlertRef = { listingId: string; n: number };
const isSameAlertAs = (one: AlertRef) => (other: AlertRef) => one.listingId === other.listingId && one.n === other.n;

function applyDelivered(doc: RecentListingsDoc, data: EventOf<'AlertsDelivered'>['data']): RecentListingsDoc {
  const match = doc.waiting.find(isSameAlertAs(data));
  if (!match) return doc;
  const sent = [{ ...match, sentAt: data.at }, ...doc.sent].sort((a, b) => compareNewestFirst(a.sentAt, b.sentAt));
  return { ...applyWithheld(doc, data), sent: sent.slice(0, maxRecentListings) };
}

function applyWithheld(doc: RecentListingsDoc, alert: AlertRef): RecentListingsDoc {
  const isSame = isSameAlertAs(alert);
  return { ...doc, waiting: doc.waiting.filter((match) => !isSame(match)) };
}

type Members = EventOf<'AlertsMatched'>['data']['members'];
const figuresByEvent = new WeakMap<Members, Map<string, MatchFigures>>();

/** The members of an event are put in a map once, because an event with 500 members is looked up 500 times. */
function mapFiguresByUser(members: Members): Map<string, MatchFigures> {
  const known = figuresByEvent.get(members);
  if (known) return known;
  const made = new Map(members.map(({ userId, miles, radius, maxPrice }) => [userId, { miles, radius, maxPrice }]));
  figuresByEvent.set(members, made);
  return made;
}

/** The content of the card 'Recent sent listings': saved and delivered together, newest first, at most 15. */
export async function listRecentListings(views: ViewReader, user: UserDoc): Promise<ListingView[]> {
  const doc = await views.get<RecentListingsDoc>(recentListings.view, user.id);
  const sent = doc?.sent ?? [];
  const found = await views.getMany<AlertDoc>(alerts.view, sent.map(buildAlertId));
  const alerted = sent.flatMap(({ sentAt, ...match }, index) => {
    const alert = found[index];
    return alert ? [presentAlert(alert, match, sentAt)] : [];
  });
  return [...alerted, ...user.recentListings.map(presentSavedListing)]
    .sort((a, b) => compareNewestFirst(a.timestamp, b.timestamp))
    .slice(0, maxRecentListings);
}

function presentSavedListing(listing: SavedListing, index: number): ListingView {
  return { ...listing, id: `saved-${index}-${listing.timestamp}`, miles: null, kind: 'saved', why: [] };
}

/** ISO 8601 times in UTC compare as texts. */
function compareNewestFirst(some: string, other: string): number {
  if (some === other) return 0;
  return some > other ? -1 : 1;
}
