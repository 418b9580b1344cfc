import type { Recorded } from '#domain/decider.ts';
import { findUser, type UserDoc, users } from '#projections/users.ts';
import { StoreUnavailable, type ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '../event-store/port.ts';

type UserFact = Parameters<typeof users.evolve>[1];

/**
 * A user as of now; null for one who never was or is deleted. A view that lags behind does not know a new user yet,
 * and one that cannot be reached knows nothing: then the user's own events tell.
 */
export async function currentUser(
  { views, events }: { views: ViewReader; events: EventStore },
  id: string,
): Promise<UserDoc | null> {
  return (await findUser(views, id).catch(nobodyWhereAway)) ?? userFromEvents(events, id);
}

function nobodyWhereAway(error: unknown): null {
  if (error instanceof StoreUnavailable) return null;
  throw error;
}

/** A user by their own events, whatever the views know. */
export async function userFromEvents(events: EventStore, id: string): Promise<UserDoc | null> {
  const { events: past } = await events.read(`user-${id}`);
  return past.filter(isUserFact).reduce<UserDoc | null>((doc, event) => users.evolve(doc, event, id), null);
}

export async function isDeleted(events: EventStore, id: string): Promise<boolean> {
  const { events: past } = await events.read(`user-${id}`);
  return past.at(-1)?.type === 'UserDeleted';
}

function isUserFact(event: Recorded<{ type: string; data: unknown }>): event is UserFact {
  const handled: readonly string[] = users.handles;
  return handled.includes(event.type);
}
