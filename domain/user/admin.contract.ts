import * as z from 'zod';
import {
  cleanForeignLine,
  cleanForeignText,
  isWebAddress,
  keepForeignText,
} from '#domain/shared/foreign-text.contract.ts';
import { bulkIds, bulkOutcome } from '#domain/shared/bulk.contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { limitParameter, pagingQuery, textParameter, toFlagParameter } from '#domain/shared/query.contract.ts';
import {
  adminUserView,
  higherLimitBody,
  maxSavedListings,
  maxUserRowIds,
  membershipBody,
  membershipStatuses,
  notifications,
  roles,
  type SavedListing,
  savedListing,
  savedListingTexts,
  userListingViews,
  userSorts,
  userViews,
} from './contract.ts';

const zipFacetError = 'zip must be a ZIP, the two letters of a state, or none';
const dateError = 'Member since must be a date such as 2026-01-31, or a time in ISO 8601';

export const memberSinceError = 'Member since cannot be before 1900';

/** A day or time in ISO 8601, within a human lifetime. */
export function isPlausibleMemberSince(memberSince: string): boolean {
  return memberSince >= '1900';
}

/** Body of `PATCH /api/admin/users/{id}/member-since`: a day means its midnight in UTC. */
export const memberSinceBody = z.object({
  memberSince: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], dateError)
    .refine(isPlausibleMemberSince, memberSinceError),
});

const timeError = 'timestamp must be a time in ISO 8601';

const text = (name: string, clean = cleanForeignLine) => z.string(`${name} must be text`).overwrite(clean).default('');
const webAddress = (name: string) =>
  text(name, keepForeignText).refine(
    (address) => address.trim() === '' || isWebAddress(address.trim()),
    `${name} must be a web address that begins with http:// or https://`,
  );

/** A row of the listings panel; one that was never saved has no timestamp, an empty one or null. */
const listingRow = z
  .object({
    title: text('title'),
    price: text('price').refine((price) => price.length <= 50, 'Price must be at most 50 characters'),
    details: text('details', cleanForeignText),
    link: webAddress('link'),
    imageUrl: webAddress('imageUrl'),
    timestamp: z
      .union([z.literal(''), z.iso.datetime({ offset: true, error: timeError }), z.null()], timeError)
      .optional()
      .transform((time) => (time === undefined || time === '' ? null : time)),
  })
  .refine((row) => isBlank(row) || row.title.trim() !== '' || row.link.trim() !== '', {
    message: 'A listing needs a title or a link',
  });

function isBlank(row: Omit<SavedListing, 'timestamp'>): boolean {
  return savedListingTexts.every((name) => row[name].trim() === '');
}

/**
 * Body of `PATCH /api/admin/users/{id}/listings`: the rows to be saved. `expected`, if present, are the saved listings
 * that the admin started from; 409 if they have changed since.
 */
export const listingsBody = z.object({
  recentListings: z
    .array(listingRow, 'recentListings must be a list of listings')
    .transform((rows) => rows.filter((row) => !isBlank(row)))
    .refine((rows) => rows.length <= maxSavedListings, `At most ${maxSavedListings} listings can be saved`),
  expected: z.array(savedListing, 'expected must be the listings as they were loaded').optional(),
});

/** Body of `PATCH /api/admin/users/{id}/role`. */
export const roleBody = z.object({
  role: z.enum(roles, "Role must be 'none', 'helper' or 'full'"),
});

const sortOrders = userSorts.flatMap((sort) => [sort, `-${sort}`] as const);
const sortsOfAll = userSorts.filter((sort) => sort !== 'isAdmin');
export const unknownSortMessage = `sort must be one of ${sortsOfAll.join(', ')}, or for full admins isAdmin, with a - before it for descending`;

/** The parameters that sort and search a list of users; `ids` asks for these rows of it instead of a page. */
export const userListQuery = {
  cursor: pagingQuery.cursor,
  sort: z.enum(sortOrders, unknownSortMessage).optional(),
  q: textParameter('q', 254).optional(),
  ids: z
    .string('ids must be given once')
    .transform((ids) => [...new Set(ids.split(','))])
    .refine((ids) => ids.length <= maxUserRowIds, `ids must be at most ${maxUserRowIds}`)
    .optional(),
};

const optionalTypeIds = optionalTypes.map(({ id }) => id);
const flagParameter = (name: string) => toFlagParameter(z.boolean(`${name} must be true or false`)).optional();

/** The parameters that narrow a list of users down; each must hold. */
export const userFacets = {
  membership: z.enum(membershipStatuses, `membership must be ${membershipStatuses.join(' or ')}`).optional(),
  /** For full admins only. */
  role: z.enum(roles, `role must be one of ${roles.join(', ')}`).optional(),
  /** Whether a higher limit was requested, and is neither granted nor cleared. */
  request: flagParameter('request'),
  notification: z.enum(notifications, `notification must be ${notifications.join(' or ')}`).optional(),
  /** A ZIP, all ZIPs of a state by its two letters, or none. */
  zip: z
    .string(zipFacetError)
    .regex(/^(none|\d{5}|[A-Z]{2})$/, zipFacetError)
    .optional(),
  /** Whether emails to the current address bounce. */
  bounced: flagParameter('bounced'),
  /** A type that the user asked for. */
  type: z.enum(optionalTypeIds, `type must be one of ${optionalTypeIds.join(', ')}`).optional(),
};
export type UserFacets = z.output<z.ZodObject<typeof userFacets>>;

export const userBulkActions = ['activate', 'deactivate', 'clear-request'] as const;
export type UserBulkAction = (typeof userBulkActions)[number];
const userBulkBody = z.object({
  ids: bulkIds,
  action: z.enum(userBulkActions, `action must be one of ${userBulkActions.join(', ')}`),
});

const userChange = {
  method: 'patch',
  access: 'full-admin',
  response: adminUserView,
  waitsFor: userViews,
} as const;

/** How many users the table of all users reads at once. */
export const userPageSize = 200;

export const userEndpoints = defineEndpoints('Users', {
  listUsers: {
    method: 'get',
    path: '/api/admin/users',
    access: 'admin',
    // No event says that an address bounces.
    isShared: ({ bounced }) => bounced === undefined,
    query: z.object({ limit: limitParameter(1000).optional(), ...userListQuery, ...userFacets }),
    errors: [403],
    response: z.array(adminUserView),
  },
  /** Helper admins may only clear requests. */
  changeUsers: {
    method: 'post',
    path: '/api/admin/users/bulk',
    access: 'admin',
    body: userBulkBody,
    response: bulkOutcome,
    waitsFor: userViews,
  },
  changeMembership: { ...userChange, path: '/api/admin/users/:id/membership', body: membershipBody },
  changeMemberSince: { ...userChange, path: '/api/admin/users/:id/member-since', body: memberSinceBody },
  saveListings: {
    ...userChange,
    path: '/api/admin/users/:id/listings',
    access: 'admin',
    body: listingsBody,
    waitsFor: userListingViews,
  },
  changeHigherLimit: {
    ...userChange,
    path: '/api/admin/users/:id/higher-limit',
    access: 'admin',
    body: higherLimitBody,
  },
  changeRole: { ...userChange, path: '/api/admin/users/:id/role', body: roleBody, needsProof: true },
  revealPassword: {
    method: 'post',
    path: '/api/admin/users/:id/password/reveal',
    access: 'full-admin',
    needsProof: true,
    response: z.object({ password: z.string() }),
    waitsFor: ['workflow-log'],
  },
  deleteUser: {
    method: 'delete',
    path: '/api/admin/users/:id',
    access: 'full-admin',
    needsProof: true,
    status: 204,
    waitsFor: userViews,
  },
});
