import type { Recorded } from '#domain/decider.ts';
import { findUser, type UserDoc, users } from '#projections/users.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '../event-store/port.ts';

type UserFact = Parameters<typeof users.evolve>[1];

/**
 * A user as of now; null for one who never was or is deleted. A view that lags behind does not know a new user yet:
 * then the user's own events tell.
 */
export async function currentUser(
  { views, events }: { views: ViewReader; events: EventStore },
  id: string,
): Promise<UserDoc | null> {
  return (await findUser(views, id)) ?? userFromEvents(events, id);
}

/** A user by their own events, whatever the views know. */
export async function userFromEvents(events: EventStore, id: string): Promise<UserDoc | null> {
  const { events: past } = await events.read(`user-${id}`);
  return past.filter(isUserFact).reduce<UserDoc | null>((doc, event) => users.evolve(doc, event, id), null);
}

function isUserFact(event: Recorded<{ type: string; data: unknown }>): event is UserFact {
  const handled: readonly string[] = users.handles;
  return handled.includes(event.type);
}
