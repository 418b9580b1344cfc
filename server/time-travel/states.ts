import type { ListingEvent } from '#domain/listing/events.ts';
import { announcements } from '#projections/announcement.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { type ReviewDoc, review } from '#projections/review.ts';
import type { Doc } from '#projections/store/port.ts';
import { toUserView, type UserDoc, users } from '#projections/users.ts';
import type { StoredEvent } from '../event-store/port.ts';

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
  const doc = folded<UserDoc>(users, id, events);
  if (doc === null) return null;
  const { recentListings, ...view } = toUserView(doc);
  return { ...view, registeredAt: doc.registeredAt, recentListings };
}

function listingState(id: string, events: readonly StoredEvent[]): State {
  const doc = folded<ListingDoc>(listings, id, events);
  if (doc?.status === 'reposted') return { ...doc };
  if (doc) {
    const { news: _news, newsAt: _newsAt, ...shown } = doc;
    return shown;
  }
  const held = folded<ReviewDoc>(review, id, events);
  if (held) {
    const { position: _position, ...shown } = held;
    return { ...shown, status: 'held' };
  }
  return dismissed(id, events.at(-1));
}

function dismissed(id: string, last: StoredEvent | undefined): State {
  if (last === undefined) return null;
  const { data, type } = last as StoredEvent & ListingEvent; // its stream holds these alone
  return { id, status: 'dismissed', ...(type === 'ListingRejected' && { title: data.title }) };
}

/** The document of a view as its events make it. */
function folded<D extends Doc>(projection: AnyProjection, id: string, events: readonly StoredEvent[]): D | null {
  const handled: ReadonlySet<string> = new Set(projection.handles);
  // A projection is given the types that it handles, and makes documents of its own kind.
  const evolve = projection.evolve as unknown as (doc: D | null, event: StoredEvent, id: string) => D | null;
  return events.reduce<D | null>((doc, event) => (handled.has(event.type) ? evolve(doc, event, id) : doc), null);
}
