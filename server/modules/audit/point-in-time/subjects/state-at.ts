import type { SubjectKind } from '#domain/history/point-in-time.contract.ts';
import { isInStream } from '#domain/event-catalog/streams.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { announcements } from '#projections/announcement.ts';
import { listings } from '#projections/listings.ts';
import type { EventOf, Projection } from '#projections/projection.ts';
import { review } from '#projections/review.ts';
import type { Doc } from '#projections/store/port.ts';
import { toUserView, users } from '#projections/users.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** The visible fields of a subject; null where there are none (yet, or any more). */
export type SubjectState = Record<string, unknown> | null;

/** The state folded from the events of one subject. */
export function foldState(kind: SubjectKind, id: string, events: readonly StoredEvent[]): SubjectState {
  return foldByKind[kind](id, events);
}

const foldByKind: Record<SubjectKind, (id: string, events: readonly StoredEvent[]) => SubjectState> = {
  user: foldUser,
  listing: foldListing,
  announcement: (_id, events) => {
    const doc = foldView(announcements, 'latest', events);
    return doc && { ...doc };
  },
};

function foldUser(id: string, events: readonly StoredEvent[]): SubjectState {
  const doc = foldView(users, id, events);
  if (doc === null) return null;
  const { recentListings, ...view } = toUserView(doc);
  return { ...view, registeredAt: doc.registeredAt, searches: doc.searches, recentListings };
}

function foldListing(id: string, events: readonly StoredEvent[]): SubjectState {
  const doc = foldView(listings, id, events);
  if (doc?.status === 'reposted') return { ...doc };
  if (doc) {
    return omitFields(doc, ['news', 'newsAt']);
  }
  const reviewDoc = foldView(review, id, events);
  if (reviewDoc) {
    return { ...omitFields(reviewDoc, ['position']), status: 'held' };
  }
  return describeDismissed(id, events.at(-1));
}

/** Leaves out fields for internal use. */
function omitFields(doc: Doc, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));
}

function describeDismissed(id: string, last: StoredEvent | undefined): SubjectState {
  if (last === undefined) return null;
  const isRejected = isInStream(last, 'listing') && last.type === 'ListingRejected';
  return { id, status: 'dismissed', ...(isRejected && { title: last.data.title }) };
}

/** The document of a view, folded from its events. */
export function foldView<Type extends DomainEvent['type'], D extends Doc>(
  { handles, evolve }: Projection<Type, D>,
  id: string,
  events: readonly StoredEvent[],
): D | null {
  const handled: ReadonlySet<string> = new Set(handles);
  const isHandled = (event: StoredEvent): event is StoredEvent & Recorded<EventOf<Type>> =>
    handled.has(event.type) && !hasDamagedData(event);
  return events.reduce<D | null>((doc, event) => (isHandled(event) ? evolve(doc, event, id) : doc), null);
}
