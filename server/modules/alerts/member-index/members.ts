import { parseStreamName, userStream } from '#domain/event-catalog/streams.ts';
import type { Position } from '#domain/shared/decider.ts';
import { matchType } from '#domain/shared/match-type.ts';
import { type Shard, ownsMember, wholeMatcher } from '#domain/matching/shards.ts';
import { changeTypeBits, toSearchCriteria } from '#domain/matching/match-rules.ts';
import { createMatcher, type FurtherSearch, type Matcher, type MemberSearch } from '#domain/matching/matcher.ts';
import { defaultMaxPrice, defaultRadiusMiles } from '#domain/user/contract.ts';
import type { MatchingFilters, UserEvent } from '#domain/user/events.ts';
import { firstSearch, type SavedSearch } from '#domain/user/searches.contract.ts';
import { evolve, isActiveMember, type RegisteredUser, unregistered, type User } from '#domain/user/state.ts';
import { hasDamagedData, withDamagedStreams } from '#server/platform/event-store/damage.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';

/** Where and for what a member looks; filters that were never saved have the defaults of the forms. */
export type MemberFilters = Omit<MemberSearch, 'zipCode'> & { zipCode: string | null };

/** The active members that a shard owns and their searches, as of the last applied event. */
export type MemberIndex = {
  readonly shard: Shard;
  /** Of searches. */
  readonly size: number;
  match: Matcher['match'];
  /** Of the first search by default. Null for a user who is not an active member, and for a search that does not run. */
  filtersOf: (userId: string, searchId?: string) => MemberFilters | null;
  /** `searches` are the further ones. Does nothing for a user whom the shard does not own. */
  set: (userId: string, filters: MatchingFilters, searches?: readonly SavedSearch[]) => void;
  /** Adds or replaces a further search, or removes a paused one; does nothing for a user who is not an active member. */
  setSearch: (userId: string, search: SavedSearch) => void;
  removeSearch: (searchId: string) => void;
  /** Does nothing for a user who is not an active member. */
  update: (userId: string, changes: Partial<MatchingFilters>) => void;
  remove: (userId: string) => void;
  clear: () => void;
};

/**
 * Updated one event at a time. A member without a known ZIP is a member, but matches nothing; a further search without
 * one does not run.
 */
export function createMemberIndex(gazetteer: Gazetteer, shard: Shard = wholeMatcher): MemberIndex {
  let matcher = createMatcher();
  let membersWithoutLocation = new Map<string, MemberFilters>();

  /** False where the ZIP is not known. */
  const putInMatcher = (userId: string, filters: MemberFilters, further?: FurtherSearch): boolean => {
    const { zipCode } = filters;
    const centre = zipCode === null ? null : gazetteer.zip(zipCode);
    if (zipCode === null || centre === null) {
      matcher.remove(further?.searchId ?? userId);
      return false;
    }
    const { latitude, longitude } = centre;
    matcher.set({ ...filters, userId, zipCode, latitude, longitude, ...(further && { further }) });
    return true;
  };
  const upsert = (userId: string, filters: MemberFilters) => {
    if (putInMatcher(userId, filters)) membersWithoutLocation.delete(userId);
    else membersWithoutLocation.set(userId, filters);
  };
  const filtersOf = (userId: string, searchId: string = firstSearch.id) => {
    if (searchId !== firstSearch.id) return matcher.findSearch(searchId);
    return matcher.findSearch(userId) ?? membersWithoutLocation.get(userId) ?? null;
  };
  const setSearch = (userId: string, { id: searchId, name, paused, ...filters }: SavedSearch) => {
    if (paused || filtersOf(userId) === null) matcher.remove(searchId);
    else putInMatcher(userId, toMemberFilters(filters), { searchId, name });
  };

  return {
    shard,
    get size() {
      return matcher.size + membersWithoutLocation.size;
    },
    match: (listing) => matcher.match(listing),
    filtersOf,
    set: (userId, filters, searches = []) => {
      if (!ownsMember(shard, userId)) return;
      upsert(userId, toMemberFilters(filters));
      for (const search of searches) setSearch(userId, search);
    },
    setSearch,
    removeSearch: (searchId) => matcher.remove(searchId),
    update: (userId, changes) => {
      const filters = filtersOf(userId);
      if (filters !== null) upsert(userId, applyFilterChanges(filters, changes));
    },
    remove: (userId) => {
      membersWithoutLocation.delete(userId);
      for (const key of matcher.listSearches(userId)) matcher.remove(key);
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
 * A user who was an active member right after the event at `position`; else null, also where that cannot be told as an
 * event is damaged.
 */
export async function findMemberAt(
  events: Pick<EventStore, 'read'>,
  userId: string,
  position: Position,
): Promise<RegisteredUser | null> {
  const { events: all } = await withDamagedStreams(events, 'types').read(userStream(userId));
  const past = all.filter((event) => event.position <= position);
  if (past.some(hasDamagedData)) return null;
  const user = past.reduce<User>(evolve, unregistered);
  return isActiveMember(user) ? user : null;
}

/** Sets a user to the state right after the event at `position`. */
export async function loadMember(
  members: Pick<MemberIndex, 'set' | 'remove'>,
  events: Pick<EventStore, 'read'>,
  userId: string,
  position: Position,
): Promise<void> {
  const user = await findMemberAt(events, userId, position);
  members.remove(userId);
  if (user !== null) members.set(userId, user.filters, user.searches);
}

const changeTypes = [
  'FiltersUpdated',
  'SearchAdded',
  'SearchChanged',
  'SearchRemoved',
  'MembershipActivated',
  'MembershipDeactivated',
  'UserDeleted',
] as const satisfies UserEvent['type'][];

export type MembershipChange = Extract<UserEvent, { type: (typeof changeTypes)[number] }>;

export const membershipChangeTypes: ReadonlySet<string> = new Set(changeTypes);

export function isMembershipChange<E extends { type: string }>(event: E): event is E & MembershipChange {
  return membershipChangeTypes.has(event.type);
}

/** The user whose membership an event changes: the stream names it, also where the data are damaged. */
export function findChangedMember({ stream }: Pick<StoredEvent, 'stream'>): string {
  return parseStreamName(stream).id;
}

/** Applies one event to the members. */
export const applyMembershipChange = matchType<MembershipChange, [MemberIndex], unknown>({
  MembershipActivated: ({ data }, members) => members.set(data.userId, data.filters, data.searches),
  FiltersUpdated: ({ data }, members) => members.update(data.userId, data.changes),
  SearchAdded: ({ data }, members) => members.setSearch(data.userId, { ...data.search, id: data.searchId }),
  SearchChanged: ({ data }, members) => members.setSearch(data.userId, { ...data.search, id: data.searchId }),
  SearchRemoved: ({ data }, members) => members.removeSearch(data.searchId),
  MembershipDeactivated: ({ data }, members) => members.remove(data.userId),
  UserDeleted: ({ data }, members) => members.remove(data.userId),
});

/** Whether a user is still a member, and of which filters, is not known after a change that cannot be read. */
export function skipMembershipChange(members: Pick<MemberIndex, 'remove'>, event: StoredEvent): void {
  if (isMembershipChange(event) && hasDamagedData(event)) members.remove(findChangedMember(event));
}
