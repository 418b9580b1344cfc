import type { Filters, UserView } from '#domain/user/contract.ts';

/** The filters of a user who never saved any. */
export const unsetFilters: Filters = {
  maxPrice: null,
  mileageRadius: null,
  zipCode: null,
  includeMobileHomes: false,
  includeRawLand: false,
  includeTinyHomes: false,
  alertMails: true,
  quietHours: false,
  weeklySummary: false,
  notificationPreference: 'immediate',
};

/** A user who has just registered. */
export const exampleUser: UserView = {
  ...unsetFilters,
  id: 'ann',
  email: 'ann@example.com',
  isAdmin: false,
  isHelperAdmin: false,
  membershipStatus: 'unconfirmed',
  recentListings: [],
  memberSince: null,
  requestedHigherLimit: false,
  maxPriceLimit: 150_000,
  mustChangePassword: false,
};
