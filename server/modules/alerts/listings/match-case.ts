import { listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { listing as listings } from '#domain/listing/decider.ts';
import type { ListingEvent, ListingFacts } from '#domain/listing/events.ts';
import { type ExplainedMatch, explainMatch, type ListingSnapshot, type UserSearch } from '#domain/matching/explain.ts';
import type { LaterChange } from '#domain/matching/explain-history.ts';
import { type Position, type Recorded, startPosition } from '#domain/shared/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { searchFields } from '#domain/user/filters.contract.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { emptyFilters, evolve, isActiveMember, unregistered, type User } from '#domain/user/state.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { findAlert, type MemberAlert } from './find-alert.ts';
import { isMatchEvent, noSuchListing } from './find-listing.ts';

type ListingState = ListingSnapshot & { title: string };

/** A listing and a user, and all that explains why the one was sent to the other, or why not. */
export type MatchCase = {
  listingHistory: Recorded<ListingEvent>[];
  userHistory: Recorded<UserEvent>[];
  alert: MemberAlert | null;
  /** When the listing was last matched; for an alerted user, when it was for the alert. ISO 8601. */
  matched: { at: string; position: Position };
  /** After the events up to a position, by default all. Throws HttpError 404 where it was not found yet. */
  listingAt: (position?: Position) => ListingState;
  userAt: (position?: Position) => User;
  /** What the user changed since it was last matched. */
  laterChange: LaterChange | null;
  explain: (listing: ListingSnapshot, user: User) => Promise<ExplainedMatch>;
};

/** Reads the streams of both. */
export async function loadMatchCase(events: EventStore, listingId: string, userId: string): Promise<MatchCase> {
  const { events: past } = await events.read(listingStream(listingId));
  const { events: userHistory } = await events.read(userStream(userId));
  const alert = await findAlert(events, listingId, userId);
  const matched = findLastMatch(past, alert);
  const userAt = (position?: Position) => takeUntil(userHistory, position).reduce<User>(evolve, unregistered);
  return {
    listingHistory: past,
    userHistory,
    alert,
    matched,
    listingAt: (position) => buildListing(takeUntil(past, position)),
    userAt,
    laterChange: findLaterChange(userHistory, matched.position, isActiveMember(userAt(matched.position))),
    explain,
  };
}

/** The first search comes first; that of an account that does not exist is empty. */
export function listSearches(user: User): Omit<UserSearch, 'centre'>[] {
  const isRegistered = user.status === 'registered';
  const further = isRegistered ? user.searches : [];
  return [
    { ...firstSearch, paused: false, filters: isRegistered ? user.filters : emptyFilters },
    ...further.map(({ id, name, paused, ...filters }) => ({ id, name, paused, filters })),
  ];
}

function findLastMatch(past: Recorded<ListingEvent>[], alert: MemberAlert | null): MatchCase['matched'] {
  const news = takeUntil(past, alert?.position).findLast(isMatchEvent);
  return { at: news?.metadata.at ?? '', position: news?.position ?? startPosition };
}

/** A user who was no member gets nothing from before the membership, whatever the filters. */
function findLaterChange(history: Recorded<UserEvent>[], matchedAt: Position, wasMember: boolean): LaterChange | null {
  const isChange = (event: UserEvent, nth: number) =>
    wasMember ? changesSearches(event, history.slice(0, nth)) : event.type === 'MembershipActivated';
  const last = history.findLast((event, nth) => event.position > matchedAt && isChange(event, nth));
  return last ? { what: wasMember ? 'filters' : 'membership', at: last.metadata.at } : null;
}

/** Whether other listings fit after an event than before it: a new name or notification changes nothing. */
function changesSearches(event: UserEvent, past: UserEvent[]): boolean {
  if (event.type === 'FiltersUpdated')
    return Object.keys(event.data.changes).some((name) => name in searchFields.shape);
  if (event.type !== 'SearchChanged') return event.type === 'SearchAdded' || event.type === 'SearchRemoved';
  const { searchId, search } = event.data;
  const saved = past.flatMap((one) => (one.type === 'SearchAdded' || one.type === 'SearchChanged' ? [one.data] : []));
  const former = saved.findLast((one) => one.searchId === searchId)?.search;
  return [...searchFields.keyof().options, 'paused' as const].some((name) => former?.[name] !== search[name]);
}

function takeUntil<E extends Recorded<unknown>>(events: E[], last: number = Number.POSITIVE_INFINITY): E[] {
  return events.filter(({ position }) => position <= last);
}

function buildListing(events: Recorded<ListingEvent>[]): ListingState {
  const facts = events.reduce<ListingFacts | null>((before, event) => {
    if (event.type === 'ListingRetyped' && before !== null) return { ...before, ...event.data.facts };
    return event.type === 'ListingFound' ? event.data : before;
  }, null);
  if (facts === null) throw new HttpError(404, noSuchListing);
  const state = events.reduce<ReturnType<typeof listings.evolve>>(listings.evolve, listings.initialState);
  const price = 'price' in state ? state.price : facts.price;
  const { title, propertyType, place } = facts;
  const { latitude, longitude } = place;
  return { title, propertyType, latitude, longitude, price, isAvailable: state.status === 'found' };
}

async function explain(listing: ListingSnapshot, user: User): Promise<ExplainedMatch> {
  const gazetteer = await loadGazetteer();
  const searches = listSearches(user).map((search) => {
    const { zipCode } = search.filters;
    return { ...search, centre: zipCode === null ? null : gazetteer.zip(zipCode) };
  });
  return explainMatch(listing, { account: user.status, isMember: isActiveMember(user) }, searches);
}
