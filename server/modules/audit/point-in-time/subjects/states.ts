import type { Recorded } from '#domain/shared/decider.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import { announcements } from '#projections/announcement.ts';
import { listings } from '#projections/listings.ts';
import type { EventOf, Projection } from '#projections/projection.ts';
import { review } from '#projections/review.ts';
import type { Doc } from '#projections/store/port.ts';
import { toUserView, users } from '#projections/users.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** What a person may see of something, by field; null where there is nothing (yet, or any more). */
export type State = Record<string, unknown> | null;
export type Kind = 'user' | 'listing' | 'announcement';

/** What the events of one subject add up to. */
export function stateAfter(kind: Kind, id: string, events: readonly StoredEvent[]): State {
  return states[kind](id, events);
}

const states: Record<Kind, (id: string, events: readonly StoredEvent[]) => State> = {
  user: userState,
  listing: listingState,
  announcement: (_id, events) => {
    const doc = folded(announcements, 'latest', events);
    return doc && { ...doc };
  },
};

function userState(id: string, events: readonly StoredEvent[]): State {
  const doc = folded(users, id, events);
  if (doc === null) return null;
  const { recentListings, ...view } = toUserView(doc);
  return { ...view, registeredAt: doc.registeredAt, recentListings };
}

function listingState(id: string, events: readonly StoredEvent[]): State {
  const doc = folded(listings, id, events);
  if (doc?.status === 'reposted') return { ...doc };
  if (doc) {
    return without(doc, ['news', 'newsAt']);
  }
  const held = folded(review, id, events);
  if (held) {
    return { ...without(held, ['position']), status: 'held' };
  }
  return dismissed(id, events.at(-1));
}

/** What is kept for the program's own ends is left out. */
function without(doc: Doc, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));
}

function dismissed(id: string, last: StoredEvent | undefined): State {
  if (last === undefined) return null;
  const { data, type } = last as StoredEvent & ListingEvent; // its stream holds these alone
  return { id, status: 'dismissed', ...(type === 'ListingRejected' && { title: data.title }) };
}

/** The document of a view as its events make it. */
function folded<Type extends DomainEvent['type'], D extends Doc>(
  { handles, evolve }: Projection<Type, D>,
  id: string,
  events: readonly StoredEvent[],
): D | null {
  const handled: ReadonlySet<string> = new Set(handles);
  const isHandled = (event: StoredEvent): event is StoredEvent & Recorded<EventOf<Type>> => handled.has(event.type);
  return events.reduce<D | null>((doc, event) => (isHandled(event) ? evolve(doc, event, id) : doc), null);
}
