import { parseStreamName, userStream } from '#domain/event-catalog/streams.ts';
import type { Position } from '#domain/shared/decider.ts';
import { changeTypeBits, toSearchCriteria } from '#domain/matching/match-rules.ts';
import { createMatcher, type Matcher, type MemberSearch } from '#domain/matching/matcher.ts';
import { defaultMaxPrice, defaultRadiusMiles, type Filters } from '#domain/user/contract.ts';
import type { MatchingFilters, UserEvent } from '#domain/user/events.ts';
import { evolve, isActiveMember, unregistered, type User } from '#domain/user/state.ts';
import { hasDamagedData, withDamagedStreams } from '#server/platform/event-store/damage.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

/** Where and for what a member looks; filters that were never saved have the defaults of the forms. */
export type MemberFilters = Omit<MemberSearch, 'zipCode'> & { zipCode: string | null };

/** The active members, as of the last applied event. */
export type MemberIndex = {
  readonly size: number;
  match: Matcher['match'];
  /** Null for a user who is not an active member. */
  filtersOf: (userId: string) => MemberFilters | null;
  set: (userId: string, filters: MatchingFilters) => void;
  /** Does nothing for a user who is not an active member. */
  update: (userId: string, changes: Partial<MatchingFilters>) => void;
  remove: (userId: string) => void;
  clear: () => void;
};

/** Updated one event at a time; a member without a known ZIP is a member, but matches nothing. */
export function createMemberIndex(gazetteer: Gazetteer): MemberIndex {
  let matcher = createMatcher();
  let membersWithoutLocation = new Map<string, MemberFilters>();

  const upsert = (userId: string, filters: MemberFilters) => {
    const { zipCode } = filters;
    const centre = zipCode === null ? null : gazetteer.zip(zipCode);
    if (zipCode === null || centre === null) {
      matcher.remove(userId);
      membersWithoutLocation.set(userId, filters);
    } else {
      const { latitude, longitude } = centre;
      matcher.set({ ...filters, userId, zipCode, latitude, longitude });
      membersWithoutLocation.delete(userId);
    }
  };
  const filtersOf = (userId: string) => matcher.findSearch(userId) ?? membersWithoutLocation.get(userId) ?? null;

  return {
    get size() {
      return matcher.size + membersWithoutLocation.size;
    },
    match: (listing) => matcher.match(listing),
    filtersOf,
    set: (userId, filters) => upsert(userId, toMemberFilters(filters)),
    update: (userId, changes) => {
      const filters = filtersOf(userId);
      if (filters !== null) upsert(userId, applyFilterChanges(filters, changes));
    },
    remove: (userId) => {
      membersWithoutLocation.delete(userId);
      matcher.remove(userId);
    },
    clear: () => {
      matcher = createMatcher();
      membersWithoutLocation = new Map();
    },
  };
}

function toMemberFilters(filters: MatchingFilters): MemberFilters {
  const { zipCode, notificationPreference } = filters;
  return { ...toSearchCriteria(filters), zipCode, isDaily: notificationPreference === 'daily' };
}

function applyFilterChanges(filters: MemberFilters, changes: Partial<MatchingFilters>): MemberFilters {
  const { maxPrice, mileageRadius, zipCode, notificationPreference } = changes;
  return {
    maxPrice: maxPrice === undefined ? filters.maxPrice : (maxPrice ?? defaultMaxPrice),
    radius: mileageRadius === undefined ? filters.radius : (mileageRadius ?? defaultRadiusMiles),
    zipCode: zipCode === undefined ? filters.zipCode : zipCode,
    typeBits: changeTypeBits(filters.typeBits, changes),
    isDaily: notificationPreference === undefined ? filters.isDaily : notificationPreference === 'daily',
  };
}

/**
 * The filters of a user who was an active member right after the event at `position`; else null, also where that cannot
 * be told as an event is damaged.
 */
export async function findFiltersAt(
  events: Pick<EventStore, 'read'>,
  userId: string,
  position: Position,
): Promise<Filters | null> {
  const { events: all } = await withDamagedStreams(events, 'types').read(userStream(userId));
  const past = all.filter((event) => event.position <= position);
  if (past.some(hasDamagedData)) return null;
  const user = past.reduce<User>(evolve, unregistered);
  return isActiveMember(user) ? user.filters : null;
}

/** Sets a user to the state right after the event at `position`. */
export async function loadMember(
  members: Pick<MemberIndex, 'set' | 'remove'>,
  events: Pick<EventStore, 'read'>,
  userId: string,
  position: Position,
): Promise<void> {
  const filters = await findFiltersAt(events, userId, position);
  if (filters === null) members.remove(userId);
  else members.set(userId, filters);
}

export type MembershipChange = Extract<
  UserEvent,
  { type: 'FiltersUpdated' | 'MembershipActivated' | 'MembershipDeactivated' | 'UserDeleted' }
>;

export const membershipChangeTypes: ReadonlySet<string> = new Set([
  'FiltersUpdated',
  'MembershipActivated',
  'MembershipDeactivated',
  'UserDeleted',
]);

export function isMembershipChange<E extends { type: string }>(event: E): event is E & MembershipChange {
  return membershipChangeTypes.has(event.type);
}

/** The user whose membership an event changes: the stream names it, also where the data are damaged. */
export function findChangedMember({ stream }: Pick<StoredEvent, 'stream'>): string {
  return parseStreamName(stream).id;
}

/** Applies one event to the members. */
export function applyMembershipChange(members: MemberIndex, { type, data }: MembershipChange): void {
  if (type === 'MembershipActivated') members.set(data.userId, data.filters);
  else if (type === 'FiltersUpdated') members.update(data.userId, data.changes);
  else members.remove(data.userId);
}

/** Whether a user is still a member, and of which filters, is not known after a change that cannot be read. */
export function skipMembershipChange(members: Pick<MemberIndex, 'remove'>, event: StoredEvent): void {
  if (isMembershipChange(event) && hasDamagedData(event)) members.remove(findChangedMember(event));
}
