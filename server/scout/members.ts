import type { Position, Recorded } from '#domain/decider.ts';
import { searchOf } from '#domain/scout/fit.ts';
import { createMatcher, type Matcher } from '#domain/scout/matcher.ts';
import type { Filters } from '#domain/user/contract.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { evolve, type User } from '#domain/user/state.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Gazetteer } from './gazetteer.ts';

/** The active members, as of the last event that was told. */
export type Members = {
  match: Matcher['match'];
  /** Null for anybody who is no active member. */
  filtersOf: (userId: string) => Filters | null;
  set: (userId: string, filters: Filters) => void;
  remove: (userId: string) => void;
};

/** Fed one by one; a member without a known ZIP is a member, but matches nothing. */
export function createMembers(gazetteer: Gazetteer): Members {
  const matcher = createMatcher();
  const filters = new Map<string, Filters>();
  return {
    match: matcher.match,
    filtersOf: (userId) => filters.get(userId) ?? null,
    set: (userId, now) => {
      filters.set(userId, now);
      const centre = now.zipCode === null ? null : gazetteer.zip(now.zipCode);
      if (now.zipCode === null || centre === null) {
        matcher.remove(userId);
        return;
      }
      const { latitude, longitude } = centre;
      matcher.set({ ...searchOf(now), userId, zipCode: now.zipCode, latitude, longitude });
    },
    remove: (userId) => {
      filters.delete(userId);
      matcher.remove(userId);
    },
  };
}

/** The filters of a user who was an active member right after the event at `position`; else null. */
export async function filtersAt(events: EventStore, userId: string, position: Position): Promise<Filters | null> {
  const { events: past } = await events.read(`user-${userId}`);
  const user = (past as Recorded<UserEvent>[])
    .filter((event) => event.position <= position)
    .reduce<User>(evolve, { status: 'unregistered' });
  return user.status === 'registered' && user.membershipStatus === 'active' ? user.filters : null;
}

export type MembershipChange = Extract<
  UserEvent,
  { type: 'FiltersUpdated' | 'MembershipActivated' | 'MembershipDeactivated' | 'UserDeleted' }
>;

const changes = new Set<string>(['FiltersUpdated', 'MembershipActivated', 'MembershipDeactivated', 'UserDeleted']);

export function isMembershipChange<E extends { type: string }>(event: E): event is E & MembershipChange {
  return changes.has(event.type);
}

/** Tells the members of one event. `filters` are those that a newly active member has at that event. */
export function applyTo(members: Members, { type, data }: MembershipChange, filters: Filters | null): void {
  const { userId } = data;
  const known = members.filtersOf(userId);
  if (type === 'MembershipDeactivated' || type === 'UserDeleted') members.remove(userId);
  else if (type === 'FiltersUpdated' && known !== null) members.set(userId, { ...known, ...data.changes });
  else if (type === 'MembershipActivated' && filters !== null) members.set(userId, filters);
}
