import type { Position, Recorded } from '#domain/shared/decider.ts';
import { searchOf } from '#domain/matching/fit.ts';
import { createMatcher, type Matcher, type MemberColumns, type MemberSearch } from '#domain/matching/matcher.ts';
import { defaultMaxPrice, defaultRadius, type Filters } from '#domain/user/contract.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { evolve, type User } from '#domain/user/state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

/** Where and for what a member looks; what was never saved is as the forms show it. */
export type MemberFilters = Omit<MemberSearch, 'zipCode'> & { zipCode: string | null };

/** What counts of a member's filters. */
type Counting = Omit<Filters, 'alertMails' | 'quietHours'>;

/** All members in a form to write down: those whom listings can be near to, and those without a known ZIP. */
export type HeldMembers = { columns: MemberColumns; nowhere: [userId: string, filters: MemberFilters][] };

/** The active members, as of the last event that was told. */
export type Members = {
  readonly size: number;
  match: Matcher['match'];
  /** Null for anybody who is no active member. */
  filtersOf: (userId: string) => MemberFilters | null;
  set: (userId: string, filters: Counting) => void;
  /** Nothing happens to anybody who is no active member. */
  update: (userId: string, changes: Partial<Counting>) => void;
  remove: (userId: string) => void;
  held: () => HeldMembers;
  /** Takes these in the place of all; false, and nothing changes, where a ZIP has come to lie elsewhere since. */
  replace: (held: HeldMembers) => boolean;
  clear: () => void;
};

/** Fed one by one; a member without a known ZIP is a member, but matches nothing. */
export function createMembers(gazetteer: Gazetteer): Members {
  let matcher = createMatcher();
  let nowhere = new Map<string, MemberFilters>();

  const enter = (userId: string, filters: MemberFilters) => {
    const { zipCode } = filters;
    const centre = zipCode === null ? null : gazetteer.zip(zipCode);
    if (zipCode === null || centre === null) {
      matcher.remove(userId);
      nowhere.set(userId, filters);
    } else {
      const { latitude, longitude } = centre;
      matcher.set({ ...filters, userId, zipCode, latitude, longitude });
      nowhere.delete(userId);
    }
  };
  const filtersOf = (userId: string) => matcher.searchOf(userId) ?? nowhere.get(userId) ?? null;
  const isWhereItWas = ({ columns, nowhere: unknown }: HeldMembers) =>
    columns.places.every(({ zipCode, latitude, longitude }) => {
      const centre = gazetteer.zip(zipCode);
      return centre?.latitude === latitude && centre.longitude === longitude;
    }) && unknown.every(([, { zipCode }]) => zipCode === null || gazetteer.zip(zipCode) === null);

  return {
    get size() {
      return matcher.size + nowhere.size;
    },
    match: (listing) => matcher.match(listing),
    filtersOf,
    set: (userId, filters) => enter(userId, countingOf(filters)),
    update: (userId, changes) => {
      const known = filtersOf(userId);
      if (known !== null) enter(userId, changed(known, changes));
    },
    remove: (userId) => {
      nowhere.delete(userId);
      matcher.remove(userId);
    },
    held: () => ({ columns: matcher.columns(), nowhere: [...nowhere] }),
    replace: (held) => {
      if (!isWhereItWas(held)) return false;
      matcher = createMatcher(held.columns);
      nowhere = new Map(held.nowhere);
      return true;
    },
    clear: () => {
      matcher = createMatcher();
      nowhere = new Map();
    },
  };
}

function countingOf(filters: Counting): MemberFilters {
  const { zipCode, notificationPreference } = filters;
  return { ...searchOf(filters), zipCode, isDaily: notificationPreference === 'daily' };
}

function changed(known: MemberFilters, changes: Partial<Counting>): MemberFilters {
  const { maxPrice, mileageRadius, zipCode, notificationPreference } = changes;
  return {
    maxPrice: maxPrice === undefined ? known.maxPrice : (maxPrice ?? defaultMaxPrice),
    radius: mileageRadius === undefined ? known.radius : (mileageRadius ?? defaultRadius),
    zipCode: zipCode === undefined ? known.zipCode : zipCode,
    wantsMobileHomes: changes.includeMobileHomes ?? known.wantsMobileHomes,
    wantsRawLand: changes.includeRawLand ?? known.wantsRawLand,
    wantsTinyHomes: changes.includeTinyHomes ?? known.wantsTinyHomes,
    isDaily: notificationPreference === undefined ? known.isDaily : notificationPreference === 'daily',
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
  if (type === 'MembershipDeactivated' || type === 'UserDeleted') members.remove(userId);
  else if (type === 'FiltersUpdated') members.update(userId, data.changes);
  else if (filters !== null) members.set(userId, filters);
}
