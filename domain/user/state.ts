import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { matchSomeTypes } from '#domain/shared/match-type.ts';
import { type Filters, type MembershipStatus, type SavedListing, standardPriceLimit, type Role } from './contract.ts';
import { toEmailKey } from './email-key.ts';
import type { MatchingFilters, UserEvent } from './events.ts';
import type { SavedSearch } from './searches.contract.ts';
import { omitSearch, putSearch } from './searches.ts';

/** The state of an account. Times are ISO 8601 in UTC, money whole US dollars. */
export type RegisteredUser = {
  status: 'registered';
  userId: string;
  email: string;
  role: Role;
  filters: Filters;
  /** Besides the filters, which are the first search. */
  searches: SavedSearch[];
  /** The last ones, which can be restored. */
  removedSearches: SavedSearch[];
  membershipStatus: MembershipStatus;
  memberSince: string | null;
  listings: SavedListing[];
  requestedHigherLimit: boolean;
  maxPriceLimit: number;
  /** A temporary password was issued and not used yet. */
  temporaryPassword: boolean;
  mustChangePassword: boolean;
  /** How often claims on an address that were not recorded yet lapsed: another user took one over, or the address changed. */
  revokedClaims: number;
  /** How often another full admin could be removed because this one stayed. */
  timesKept: number;
  /** The week of the last weekly summary, as its Monday. */
  summarizedWeek: string | null;
  /** Those that were not removed. */
  adminNoteIds: string[];
};
export type User = { status: 'unregistered'; revokedClaims: number } | { status: 'deleted' } | RegisteredUser;

export const unregistered: User = { status: 'unregistered', revokedClaims: 0 };

/** In the state of a user, so that a removal can be undone. */
const maxRemovedSearches = 10;

/** Only active members get alerts. */
export function isActiveMember(user: User): user is RegisteredUser {
  return user.status === 'registered' && user.membershipStatus === 'active';
}

export function hasEmail(user: User, email: string): boolean {
  return user.status === 'registered' && toEmailKey(user.email) === toEmailKey(email);
}

export const emptyFilters: Filters = {
  maxPrice: null,
  mileageRadius: null,
  zipCode: null,
  ...mapTypeFlags(() => false),
  notificationPreference: 'immediate',
  alertMails: true,
  quietHours: false,
  weeklySummary: false,
};

export function toMatchingFilters({
  alertMails: _mails,
  quietHours: _hours,
  weeklySummary: _weekly,
  ...filters
}: Filters): MatchingFilters {
  return filters;
}

export function evolve(state: User, event: UserEvent): User {
  if (state.status === 'deleted') return state;
  if (event.type === 'UserRegistered') return createRegisteredUser(event.data, state);
  if (event.type === 'UserDeleted') return { status: 'deleted' };
  if (event.type === 'EmailClaimRevoked') return { ...state, revokedClaims: state.revokedClaims + 1 };
  if (state.status === 'unregistered') return state;
  return { ...state, ...applyChange(event, state) };
}

function createRegisteredUser(
  data: { userId: string; email: string; role: Role },
  { revokedClaims }: Pick<RegisteredUser, 'revokedClaims'>,
): RegisteredUser {
  return {
    ...data,
    status: 'registered',
    filters: emptyFilters,
    searches: [],
    removedSearches: [],
    membershipStatus: 'unconfirmed',
    memberSince: null,
    listings: [],
    requestedHigherLimit: false,
    maxPriceLimit: standardPriceLimit,
    temporaryPassword: false,
    mustChangePassword: false,
    revokedClaims,
    timesKept: 0,
    summarizedWeek: null,
    adminNoteIds: [],
  };
}

type LaterUserEvent = Exclude<UserEvent, { type: 'UserRegistered' | 'UserDeleted' | 'EmailClaimRevoked' }>;

const applyChange = matchSomeTypes<LaterUserEvent, [RegisteredUser], Partial<RegisteredUser>>(
  {
    FiltersUpdated: ({ data }, { filters }) => ({ filters: { ...filters, ...data.changes } }),
    SearchAdded: ({ data }, user) => ({
      searches: putSearch(user.searches, { ...data.search, id: data.searchId }),
      removedSearches: omitSearch(user.removedSearches, data.searchId),
    }),
    SearchChanged: ({ data }, { searches }) => ({
      searches: putSearch(searches, { ...data.search, id: data.searchId }),
    }),
    SearchRemoved: ({ data }, { searches, removedSearches }) => ({
      searches: omitSearch(searches, data.searchId),
      removedSearches: [...removedSearches, ...searches.filter(({ id }) => id === data.searchId)].slice(
        -maxRemovedSearches,
      ),
    }),
    EmailChanged: ({ data }, { revokedClaims }) => ({ email: data.email, revokedClaims: revokedClaims + 1 }),
    PasswordChanged: () => ({ temporaryPassword: false, mustChangePassword: false }),
    TemporaryPasswordIssued: () => ({ temporaryPassword: true }),
    TemporaryPasswordUsed: () => ({ temporaryPassword: false, mustChangePassword: true }),
    MembershipActivated: () => ({ membershipStatus: 'active' }),
    MembershipDeactivated: () => ({ membershipStatus: 'unconfirmed' }),
    MemberSinceSet: ({ data }) => ({ memberSince: data.memberSince }),
    MemberSinceCleared: () => ({ memberSince: null }),
    ListingsSaved: ({ data }) => ({ listings: data.listings }),
    HigherLimitRequested: () => ({ requestedHigherLimit: true }),
    HigherLimitCleared: () => ({ requestedHigherLimit: false }),
    HigherLimitGranted: ({ data }) => ({ requestedHigherLimit: false, maxPriceLimit: data.limit }),
    RoleChanged: ({ data }) => ({ role: data.role }),
    FullAdminKept: (_event, { timesKept }) => ({ timesKept: timesKept + 1 }),
    WeeklySummaryIssued: ({ data }) => ({ summarizedWeek: data.week }),
    AdminNoteAdded: ({ data }, { adminNoteIds }) => ({ adminNoteIds: [...adminNoteIds, data.adminNoteId] }),
    AdminNoteRemoved: ({ data }, { adminNoteIds }) => ({
      adminNoteIds: adminNoteIds.filter((id) => id !== data.adminNoteId),
    }),
  },
  {},
);
