import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { matchSomeTypes } from '#domain/shared/match-type.ts';
import { type Filters, type MembershipStatus, type SavedListing, standardPriceLimit, type Role } from './contract.ts';
import type { MatchingFilters, UserEvent } from './events.ts';

/** The state of an account. Times are ISO 8601 in UTC, money whole US dollars. */
export type RegisteredUser = {
  status: 'registered';
  userId: string;
  email: string;
  role: Role;
  filters: Filters;
  membershipStatus: MembershipStatus;
  memberSince: string | null;
  listings: SavedListing[];
  requestedHigherLimit: boolean;
  maxPriceLimit: number;
  /** A temporary password was issued and not used yet. */
  temporaryPassword: boolean;
  mustChangePassword: boolean;
};
export type User = { status: 'unregistered' } | { status: 'deleted' } | RegisteredUser;

export const emptyFilters: Filters = {
  maxPrice: null,
  mileageRadius: null,
  zipCode: null,
  ...mapTypeFlags(() => false),
  notificationPreference: 'immediate',
  alertMails: true,
  quietHours: false,
};

export function toMatchingFilters({ alertMails: _mails, quietHours: _hours, ...filters }: Filters): MatchingFilters {
  return filters;
}

export function evolve(state: User, event: UserEvent): User {
  if (event.type === 'UserRegistered') return createRegisteredUser(event.data);
  if (event.type === 'UserDeleted') return { status: 'deleted' };
  if (state.status !== 'registered') return state;
  return { ...state, ...applyChange(event, state) };
}

function createRegisteredUser(data: { userId: string; email: string; role: Role }): RegisteredUser {
  return {
    ...data,
    status: 'registered',
    filters: emptyFilters,
    membershipStatus: 'unconfirmed',
    memberSince: null,
    listings: [],
    requestedHigherLimit: false,
    maxPriceLimit: standardPriceLimit,
    temporaryPassword: false,
    mustChangePassword: false,
  };
}

type LaterUserEvent = Exclude<UserEvent, { type: 'UserRegistered' | 'UserDeleted' }>;

const applyChange = matchSomeTypes<LaterUserEvent, [RegisteredUser], Partial<RegisteredUser>>(
  {
    FiltersUpdated: ({ data }, { filters }) => ({ filters: { ...filters, ...data.changes } }),
    EmailChanged: ({ data }) => ({ email: data.email }),
    PasswordChanged: () => ({ temporaryPassword: false, mustChangePassword: false }),
    TemporaryPasswordIssued: () => ({ temporaryPassword: true }),
    TemporaryPasswordUsed: () => ({ temporaryPassword: false, mustChangePassword: true }),
    MembershipActivated: () => ({ membershipStatus: 'active' }),
    MembershipDeactivated: () => ({ membershipStatus: 'unconfirmed' }),
    MemberSinceSet: ({ data }) => ({ memberSince: data.memberSince }),
    ListingsSaved: ({ data }) => ({ listings: data.listings }),
    HigherLimitRequested: () => ({ requestedHigherLimit: true }),
    HigherLimitCleared: () => ({ requestedHigherLimit: false }),
    HigherLimitGranted: ({ data }) => ({ requestedHigherLimit: false, maxPriceLimit: data.limit }),
    RoleChanged: ({ data }) => ({ role: data.role }),
  },
  {},
);
