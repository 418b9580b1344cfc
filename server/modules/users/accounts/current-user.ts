import { unreadableText } from '#domain/event-catalog/personal-data.ts';
import { parseStreamName, userStream } from '#domain/event-catalog/streams.ts';
import { isAnyAdmin } from '#domain/user/permissions.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { findUser, type UserDoc, users } from '#projections/users.ts';
import { StoreUnavailable, type ViewReader } from '#projections/store/port.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import { createStreamLoader, type Fold, type StreamLoader } from '#server/platform/commands/stream-loader.ts';
import { withDamagedStreams } from '#server/platform/event-store/damage.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';
import type { FindUser } from './deps.ts';

export type CurrentUserDeps = { views: ViewReader; events: Pick<EventStore, 'read'> };

type UserViewEvent = Parameters<typeof users.evolve>[1];

/** A user built from their own events, regardless of the views; null where they have none. */
const userFold: Fold<UserEvent, UserDoc | null> = {
  evolve: (doc, event) => (isUserViewEvent(event) ? users.evolve(doc, event, parseStreamName(event.stream).id) : doc),
  initialState: null,
};

const deletionFold: Fold<UserEvent, boolean> = {
  evolve: (isSoFar, { type }) => isSoFar || type === 'UserDeleted',
  initialState: false,
};

/**
 * The current state of a user; null for one who never existed or is deleted. The user's own events are read where the
 * view lacks the user or is unavailable, and for admins: it may lag, and show a role that was taken away.
 */
export function findCurrentUser({ views, events }: CurrentUserDeps, id: string): Promise<UserDoc | null> {
  return findInViewOrLog(views, createStreamLoader(withDamagedStreams(events, 'data')), id);
}

/** As findCurrentUser. Each request of an admin calls it, so that of their streams only new events are read. */
export function createFindUser({ views, events }: CurrentUserDeps): FindUser {
  const loader = createStreamLoader(withDamagedStreams(events, 'data'), 1);
  return (id) => findInViewOrLog(views, loader, id);
}

async function findInViewOrLog(views: ViewReader, { load }: StreamLoader, id: string): Promise<UserDoc | null> {
  const viewUser = await findUser(views, id).catch(nullIfUnavailable);
  if (viewUser !== null && !isAnyAdmin(viewUser.role)) return viewUser;
  const { state, revision } = await load(userFold, userStream(id));
  // The log of a copy of past views is empty.
  if (revision === noStream) return viewUser;
  // The view was built while the address could be read.
  if (viewUser === null || state?.email !== unreadableText) return state;
  return { ...state, email: viewUser.email, emailKey: viewUser.emailKey };
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof StoreUnavailable) return null;
  throw error;
}

export function loadUserFromEvents(events: Pick<EventStore, 'read'>, id: string): Promise<UserDoc | null> {
  return readState(withDamagedStreams(events, 'data'), userFold, userStream(id));
}

export function isDeleted(events: Pick<EventStore, 'read'>, id: string): Promise<boolean> {
  return readState(withDamagedStreams(events, 'types'), deletionFold, userStream(id));
}

function isUserViewEvent(event: Recorded<{ type: string; data: unknown }>): event is UserViewEvent {
  const handled: readonly string[] = users.handles;
  return handled.includes(event.type);
}
