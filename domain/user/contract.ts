import * as z from 'zod';
import { defineEndpoints, type ViewName } from '#domain/shared/endpoint.contract.ts';
import { typeFlags } from '#domain/listing/property-types.contract.ts';
import { secondStep } from '#domain/shared/second-step.contract.ts';
import { filtersBody, grantableLimit, savedFilters } from './filters.contract.ts';
import { currentUserRequest, passwordLength } from '#domain/shared/early-requests.contract.ts';

export {
  defaultMaxPrice,
  defaultRadiusMiles,
  type FilterChanges,
  type Filters,
  filtersBody,
  grantableLimit,
  notifications,
  radii,
  standardPriceLimit,
} from './filters.contract.ts';
export const maxSavedListings = 9;
export const maxRecentListings = 15;

const emailField = z
  .string('Invalid email address')
  .trim()
  .max(254, 'Invalid email address')
  .pipe(z.email('Invalid email address'));

/** Body of `POST /api/register` and `POST /api/login`. Only a registration checks the length of the password. */
export const registerBody = z.object({
  email: emailField,
  password: z
    .string('Password is required')
    .min(passwordLength.min, 'Password must be at least 6 characters')
    .max(passwordLength.max, 'Password must be at most 128 characters'),
});
export const loginBody = z.object({
  email: emailField,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(1000, 'Password must be at most 1,000 characters'),
});

/** Body of `PATCH /api/profile/credentials`; an empty email or new password keeps the old one. */
export const credentialsBody = z.object({
  email: z.union([z.literal(''), emailField], 'Invalid email address').optional(),
  currentPassword: z
    .string('Current password is required')
    .min(1, 'Current password is required')
    .max(1000, 'Password must be at most 1,000 characters'),
  newPassword: z
    .union(
      [
        z.literal(''),
        z
          .string()
          .min(passwordLength.min, 'Password must be at least 6 characters')
          .max(passwordLength.max, 'Password must be at most 128 characters'),
      ],
      'Password must be at least 6 characters',
    )
    .optional(),
});

export const forgotPasswordBody = z.object({ email: emailField });

const limitError = 'Limit must be a whole number of dollars from 150,001 to 1,000,000';

/** Body of `PATCH /api/admin/users/{id}/higher-limit`: no body, or one without a limit, clears the request. */
export const higherLimitBody = z
  .object({
    limit: z.int(limitError).min(grantableLimit.min, limitError).max(grantableLimit.max, limitError).optional(),
  })
  .optional();

export const membershipStatuses = ['active', 'unconfirmed'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];
const undoError = "Member since must be null, with the status 'unconfirmed', or left out";
/** Body of `PATCH /api/admin/users/{id}/membership`: `memberSince: null` undoes an activation that set the date. */
export const membershipBody = z
  .object({
    status: z.enum(membershipStatuses, "Status must be 'active' or 'unconfirmed'"),
    memberSince: z.null(undoError).optional(),
  })
  .refine(({ status, memberSince }) => memberSince === undefined || status === 'unconfirmed', undoError);

export const roles = ['none', 'helper', 'full'] as const;
/** `none`: not an admin. */
export type Role = (typeof roles)[number];

/** A listing that an admin saved for a user: every field text as typed, `timestamp` ISO 8601. */
export const savedListing = z.object({
  title: z.string(),
  price: z.string(),
  details: z.string(),
  link: z.string(),
  imageUrl: z.string(),
  timestamp: z.string(),
});
export type SavedListing = z.infer<typeof savedListing>;
export const savedListingTexts = savedListing.omit({ timestamp: true }).keyof().options;

/** The user as every answer contains it (`GET /api/user`, the list of users). */
export const userView = z.object({
  id: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isHelperAdmin: z.boolean(),
  ...savedFilters.shape,
  membershipStatus: z.enum(membershipStatuses),
  recentListings: z.array(savedListing),
  memberSince: z.string().nullable(),
  requestedHigherLimit: z.boolean(),
  maxPriceLimit: z.number(),
  mustChangePassword: z.boolean(),
});
export type UserView = z.infer<typeof userView>;

/** A row of `GET /api/admin/users`; the answer to a helper admin has no roles. */
export const adminUserView = userView.partial({ isAdmin: true, isHelperAdmin: true });
export type AdminUserView = z.infer<typeof adminUserView>;

/** `GET /api/admin/users?ids=` takes at most this many. */
export const maxUserRowIds = 100;

/** Values of `GET /api/admin/users?sort=`; `isAdmin` for full admins only. */
export const userSorts = [
  'email',
  'isAdmin',
  'maxPrice',
  'mileageRadius',
  'zipCode',
  'memberSince',
  'membershipStatus',
  ...typeFlags,
  'notificationPreference',
] as const;
export type UserSort = (typeof userSorts)[number];

/** The views that show a change of a user. */
export const userViews = ['users', 'workflow-log'] as const satisfies ViewName[];
/** Those of a change of which listings the user sees. */
export const userListingViews = [...userViews, 'member-listings'] as const satisfies ViewName[];

const ownAccount = { access: 'signed-in', response: userView } as const;
const signIn = { method: 'post', access: 'anyone', response: userView } as const;

export const accountEndpoints = defineEndpoints('Account', {
  getCurrentUser: { ...ownAccount, ...currentUserRequest },
  register: {
    ...signIn,
    path: '/api/register',
    status: 201,
    body: registerBody,
    errors: [409, 429],
    waitsFor: userViews,
  },
  /** 202 where the account has a second factor: the sign-in goes on with it. */
  signIn: {
    ...signIn,
    path: '/api/login',
    body: loginBody,
    otherResponses: { 202: secondStep },
    errors: [401, 429],
    waitsFor: userViews,
  },
  signOut: { method: 'post', path: '/api/logout', access: 'anyone', status: 204, waitsFor: ['workflow-log'] },
  updateProfile: {
    ...ownAccount,
    method: 'patch',
    path: '/api/profile',
    body: filtersBody,
    waitsFor: userListingViews,
  },
  updateCredentials: {
    ...ownAccount,
    method: 'patch',
    path: '/api/profile/credentials',
    body: credentialsBody,
    waitsFor: userViews,
  },
  requestTemporaryPassword: {
    method: 'post',
    path: '/api/forgot-password',
    access: 'anyone',
    body: forgotPasswordBody,
    response: z.object({ message: z.string() }),
    errors: [429],
  },
  requestHigherLimit: {
    ...ownAccount,
    method: 'post',
    path: '/api/request-higher-limit',
    waitsFor: userViews,
  },
});
