import { userStream } from '#domain/event-catalog/streams.ts';
import { isAnyAdmin } from '#domain/user/permissions.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { findUser, type UserDoc, users } from '#projections/users.ts';
import { StoreUnavailable, type ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { FindUser } from './deps.ts';

export type CurrentUserDeps = { views: ViewReader; events: Pick<EventStore, 'read'> };

type UserViewEvent = Parameters<typeof users.evolve>[1];

/**
 * The current state of a user; null for one who never existed or is deleted. The user's own events are read where the
 * view lacks the user or is unavailable, and for admins: it may lag, and show a role that was taken away.
 */
export async function findCurrentUser({ views, events }: CurrentUserDeps, id: string): Promise<UserDoc | null> {
  const shown = await findUser(views, id).catch(nullIfUnavailable);
  if (shown !== null && !isAnyAdmin(shown.role)) return shown;
  const { events: past } = await events.read(userStream(id));
  // The log of a copy of past views is empty.
  return past.length === 0 ? shown : foldUser(past, id);
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof StoreUnavailable) return null;
  throw error;
}

export function createFindUser(deps: CurrentUserDeps): FindUser {
  return (id) => findCurrentUser(deps, id);
}

/** A user built from their own events, regardless of the views. */
export async function loadUserFromEvents(events: Pick<EventStore, 'read'>, id: string): Promise<UserDoc | null> {
  return foldUser((await events.read(userStream(id))).events, id);
}

function foldUser(past: Recorded<{ type: string; data: unknown }>[], id: string): UserDoc | null {
  return past.filter(isUserViewEvent).reduce<UserDoc | null>((doc, event) => users.evolve(doc, event, id), null);
}

export async function isDeleted(events: Pick<EventStore, 'read'>, id: string): Promise<boolean> {
  const { events: past } = await events.read(userStream(id));
  return past.at(-1)?.type === 'UserDeleted';
}

function isUserViewEvent(event: Recorded<{ type: string; data: unknown }>): event is UserViewEvent {
  const handled: readonly string[] = users.handles;
  return handled.includes(event.type);
}
