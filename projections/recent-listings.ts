import { parsePrice } from '#domain/pricing/parse-price.ts';
import { buildAlertId, presentAlert } from '#domain/alert/alert-view.ts';
import type { AlertedMember } from '#domain/alert/events.ts';
import type { MatchFigures } from '#domain/matching/index/matched-member.ts';
import { matchType } from '#domain/shared/match-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { maxRecentListings, type SavedListing } from '#domain/user/contract.ts';
import { type AlertDoc, alerts } from './alerts.ts';
import type { EventOf, Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';
import type { UserDoc } from './users.ts';

type SentAlert = MatchFigures & { listingId: string; n: number; sentAt: string };

/** The latest alert of each of the latest listings that one member was alerted of, newest first. */
export type RecentListingsDoc = { id: string; sent: SentAlert[] };

type HandledType = 'UserRegistered' | 'UserDeleted' | 'AlertsDelivered';

export const recentListings: Projection<HandledType, RecentListingsDoc> = {
  view: 'recent-listings',
  version: 4,
  indexes: [],
  handles: ['UserRegistered', 'UserDeleted', 'AlertsDelivered'],
  idsOf: matchType<Recorded<EventOf<HandledType>>, [], string[]>({
    UserRegistered: ({ data }) => [data.userId],
    UserDeleted: ({ data }) => [data.userId],
    AlertsDelivered: ({ data }) => data.members.map(({ userId }) => userId),
  }),
  evolve: (doc, event, id) => {
    if (event.type === 'UserRegistered') return { id, sent: [] };
    if (doc === null || event.type === 'UserDeleted') return null;
    return applyDelivered(doc, event.data);
  },
};

function applyDelivered(doc: RecentListingsDoc, data: EventOf<'AlertsDelivered'>['data']): RecentListingsDoc {
  const figures = mapFiguresByUser(data.members).get(doc.id);
  if (!figures) return doc;
  const alert = { listingId: data.listingId, n: data.n, ...figures, sentAt: data.at };
  const others = doc.sent.filter(({ listingId }) => listingId !== data.listingId);
  const sent = [alert, ...others].sort((a, b) => compareNewestFirst(a.sentAt, b.sentAt));
  return { ...doc, sent: sent.slice(0, maxRecentListings) };
}

const figuresByEvent = new WeakMap<AlertedMember[], Map<string, MatchFigures | null>>();

/** The members of an event are put in a map once, because an event with 500 members is looked up 500 times. */
function mapFiguresByUser(members: AlertedMember[]): Map<string, MatchFigures | null> {
  const known = figuresByEvent.get(members);
  if (known) return known;
  const created = new Map(members.map(({ userId, figures }) => [userId, figures]));
  figuresByEvent.set(members, created);
  return created;
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
    .sort((a, b) => compareNewestFirst(a.sentAt, b.sentAt))
    .slice(0, maxRecentListings);
}

/** A bare number becomes dollars, any other price stays as typed. */
function presentSavedListing(
  { price: typed, timestamp: sentAt, ...listing }: SavedListing,
  index: number,
): ListingView {
  const price = parsePrice(typed, '')?.price ?? null;
  const priceText = /^\s*\d+\s*$/.test(typed) ? formatWholeDollars(Number(typed)) : typed;
  return { ...listing, id: `saved-${index}-${sentAt}`, price, priceText, sentAt, miles: null, kind: 'saved', why: [] };
}

/** ISO 8601 times in UTC compare as texts. */
function compareNewestFirst(some: string, other: string): number {
  if (some === other) return 0;
  return some > other ? -1 : 1;
}
