import type { Request } from 'express';
import * as z from 'zod';
import { adminPaths, listingsBody, memberSinceBody } from '#domain/user/admin.contract.ts';
import { maxUserRowIds, membershipBody, userPaths, userSorts } from '#domain/user/contract.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { describeListingChanges } from '#domain/user/listing-changes.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { listUsers, toAdminUserView } from '#projections/users.ts';
import { toPage, pagingQuery, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { ChangeDeps, FindUser } from '../accounts/deps.ts';
import { executeUserCommand } from './execute-user-command.ts';

const sortOrders = userSorts.flatMap((sort) => [sort, `-${sort}`] as const);
const unknownSortMessage = 'sort must be a column of the list, with a - before it for descending';
/** The parameters that page, sort and search a list of users; `ids` asks for these rows of it instead of a page. */
export const userListQuery = z.object({
  ...pagingQuery,
  sort: z.enum(sortOrders, unknownSortMessage).optional(),
  q: z.string('q must be given once').max(254, 'q must be at most 254 characters').optional(),
  ids: z
    .string('ids must be given once')
    .transform((ids) => [...new Set(ids.split(','))])
    .refine((ids) => ids.length <= maxUserRowIds, `ids must be at most ${maxUserRowIds}`)
    .optional(),
});

export type UserListDeps = ChangeDeps & { views: ViewReader; clock: Clock };

/** What admins see of users, and what they change. */
export function userRoutes(deps: UserListDeps): Route[] {
  const { views, clock } = deps;

  return [
    route(
      { method: 'get', path: userPaths.adminUsers, access: 'admin', status: 200, isShared: true },
      async ({ request, response, user }) => {
        const query = userListQuery.parse(request.query);
        const viewer = { isAdmin: isFullAdmin(user.role) };
        // The order would reveal to a helper admin which users are admins.
        if (query.sort?.endsWith('isAdmin') && !viewer.isAdmin) throw new HttpError(400, unknownSortMessage);
        const list = await listUsers(views, toListOptions(query));
        setPageHeaders(request, response, list);
        return list.users.map((row) => toAdminUserView(row, viewer));
      },
    ),

    route(
      { method: 'patch', path: userPaths.membership(':id'), access: 'full-admin', status: 200, body: membershipBody },
      ({ request, user, body: { status }, sender }) => {
        const userId = readIdParam(request);
        const command =
          status === 'active'
            ? ({ type: 'ActivateMembership', data: { userId, now: clock().toISOString() } } as const)
            : ({ type: 'DeactivateMembership', data: { userId } } as const);
        return executeUserCommand(deps, user, command, sender);
      },
    ),

    route(
      {
        method: 'patch',
        path: adminPaths.memberSince(':id'),
        access: 'full-admin',
        status: 200,
        body: memberSinceBody,
      },
      ({ request, user, body, sender }) => {
        const memberSince = toUtc(body.memberSince);
        const now = clock().toISOString();
        // Checked first, so that the answer is the same for an unknown user.
        if (memberSince > now) throw new Rejected('member-since-in-future');
        const data = { userId: readIdParam(request), memberSince, now };
        return executeUserCommand(deps, user, { type: 'SetMemberSince', data }, sender);
      },
    ),

    route(
      { method: 'patch', path: adminPaths.listings(':id'), access: 'admin', status: 200, body: listingsBody },
      async ({ request, user, body: { recentListings, expected }, sender }) => {
        const userId = readIdParam(request);
        const listings = recentListings.map(({ timestamp, ...row }) => ({
          ...row,
          timestamp: timestamp && toUtc(timestamp),
        }));
        const data = { userId, listings, expected: expected ?? null, now: clock().toISOString() };
        try {
          return await executeUserCommand(deps, user, { type: 'SaveListings', data }, sender);
        } catch (error) {
          throw await explainListingConflict(deps.findUser, error, data);
        }
      },
    ),
  ];
}

export function readIdParam(request: Request): string {
  return String(request.params['id']);
}

function toUtc(time: string): string {
  return new Date(time).toISOString();
}

type SortOrder = (typeof sortOrders)[number];

/** The requested list as a query of the view. */
export function toListOptions({ sort, q, ids, ...page }: z.infer<typeof userListQuery>) {
  return { ...toPage(page), ...parseSort(sort), ...(q !== undefined && { q }), ...(ids && { ids }) };
}

function parseSort(sort: SortOrder | undefined) {
  if (sort === undefined) return {};
  const column = userSorts.find((name) => name === sort || `-${name}` === sort);
  return { ...(column && { sort: column }), direction: sort.startsWith('-') ? 'desc' : 'asc' } as const;
}

type ListingsSave = { userId: string; expected: z.infer<typeof listingsBody>['expected'] | null };

/** The domain rule reports only that listings have changed; this adds which ones. */
async function explainListingConflict(
  findUser: FindUser,
  error: unknown,
  { userId, expected }: ListingsSave,
): Promise<unknown> {
  if (!(error instanceof Rejected) || error.code !== 'listings-changed') return error;
  const user = await findUser(userId);
  if (!user || !expected) return error;
  const what = describeListingChanges(expected, user.recentListings);
  return new HttpError(409, `Meanwhile somebody else saved these listings: ${what}. Load them again, then save yours.`);
}
