import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { currentUserRequest, passwordLength } from './paths.contract.ts';

export { userPaths } from './paths.contract.ts';

export const radii = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250] as const;
export const defaultMaxPrice = 54_000;
export const defaultRadiusMiles = 50;
/** The highest price that a member may set without a higher limit granted by an admin. */
export const standardPriceLimit = 150_000;
export const grantableLimit = { min: 150_001, max: 1_000_000 } as const;
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
  password: z.string('Password is required').min(1, 'Password is required').max(1000, 'Password is too long'),
});

const radius = z.literal([...radii], 'Choose a mileage radius from the list: 25 to 250 miles in steps of 25');
const flag = (name: string) => z.boolean(`${name} must be true or false`);

/**
 * Body of `PATCH /api/profile`: absent fields keep their value. The upper bound of maxPrice is the user's own
 * (`maxPriceLimit`), so the decider checks it.
 */
export const filtersBody = z.object({
  maxPrice: z
    .int('Max price must be a whole number of dollars')
    .min(0, 'Max price must be at least $0')
    .max(grantableLimit.max, 'Max price must be at most $1,000,000')
    .optional(),
  mileageRadius: radius.optional(),
  zipCode: z
    .string('Incorrect ZIP code format, must be 5 numbers')
    .regex(/^\d{5}$/, 'Incorrect ZIP code format, must be 5 numbers')
    .optional(),
  includeMobileHomes: flag('includeMobileHomes').optional(),
  includeRawLand: flag('includeRawLand').optional(),
  includeTinyHomes: flag('includeTinyHomes').optional(),
  notificationPreference: z
    .enum(['immediate', 'daily'], "Notification preference must be 'immediate' or 'daily'")
    .optional(),
  alertMails: flag('alertMails').optional(),
  quietHours: flag('quietHours').optional(),
});

export type FilterChanges = z.infer<typeof filtersBody>;

/** Body of `PATCH /api/profile/credentials`; an empty e-mail or new password keeps the old one. */
export const credentialsBody = z.object({
  email: z.union([z.literal(''), emailField], 'Invalid email address').optional(),
  currentPassword: z
    .string('Current password is required')
    .min(1, 'Current password is required')
    .max(1000, 'Password is too long'),
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

export type NotificationPreference = 'immediate' | 'daily';
export type MembershipStatus = 'unconfirmed' | 'active';

/** A user's search. Values never saved are null; the forms then show the defaults. */
export type Filters = {
  maxPrice: number | null;
  mileageRadius: number | null;
  zipCode: string | null;
  includeMobileHomes: boolean;
  includeRawLand: boolean;
  includeTinyHomes: boolean;
  notificationPreference: NotificationPreference;
  /** Whether alerts are also sent by mail; the dashboard always shows them. */
  alertMails: boolean;
  /** Whether mails and pushes of alerts wait from 21:00 to 07:00 in the time zone of the ZIP. */
  quietHours: boolean;
};

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

/** The user as every answer contains it (`GET /api/user`, the list of users). */
export const userView = z.object({
  id: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isHelperAdmin: z.boolean(),
  maxPrice: z.number().nullable(),
  mileageRadius: z.number().nullable(),
  zipCode: z.string().nullable(),
  includeMobileHomes: z.boolean(),
  includeRawLand: z.boolean(),
  includeTinyHomes: z.boolean(),
  notificationPreference: z.enum(['immediate', 'daily']),
  membershipStatus: z.enum(['unconfirmed', 'active']),
  recentListings: z.array(savedListing),
  memberSince: z.string().nullable(),
  requestedHigherLimit: z.boolean(),
  alertMails: z.boolean(),
  quietHours: z.boolean(),
  maxPriceLimit: z.number(),
  mustChangePassword: z.boolean(),
});
export type UserView = z.infer<typeof userView>;

/** A row of `GET /api/admin/users`; the answer to a helper admin has no roles. */
export const adminUserView = userView.partial({ isAdmin: true, isHelperAdmin: true });
export type AdminUserView = z.infer<typeof adminUserView>;

/** Values of `GET /api/admin/users?sort=`; `isAdmin` for full admins only. */
export const userSorts = [
  'email',
  'isAdmin',
  'maxPrice',
  'mileageRadius',
  'zipCode',
  'memberSince',
  'membershipStatus',
  'includeMobileHomes',
  'includeRawLand',
  'includeTinyHomes',
  'notificationPreference',
] as const;
export type UserSort = (typeof userSorts)[number];

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
    waitsFor: ['users', 'workflow-log'],
  },
  signIn: { ...signIn, path: '/api/login', body: loginBody, errors: [401, 429], waitsFor: ['workflow-log'] },
  signOut: { method: 'post', path: '/api/logout', access: 'anyone', status: 204, waitsFor: ['workflow-log'] },
  updateProfile: {
    ...ownAccount,
    method: 'patch',
    path: '/api/profile',
    body: filtersBody,
    waitsFor: ['users', 'recent-listings', 'workflow-log'],
  },
  updateCredentials: {
    ...ownAccount,
    method: 'patch',
    path: '/api/profile/credentials',
    body: credentialsBody,
    waitsFor: ['users', 'workflow-log'],
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
    waitsFor: ['users', 'workflow-log'],
  },
});
