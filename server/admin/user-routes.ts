import type { Request } from 'express';
import * as z from 'zod';
import { adminPaths, listingsBody, memberSinceBody } from '#domain/user/admin.contract.ts';
import { membershipBody, userPaths, userSorts } from '#domain/user/contract.ts';
import { Rejected } from '#domain/decider.ts';
import { listingChanges } from '#domain/user/listing-changes.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { listUsers, toAdminUserView } from '#projections/users.ts';
import type { Context } from '../context.ts';
import { pageOf, paging, setPage } from '../http/paging.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { currentUser } from '../users/current-user.ts';
import { changedUser } from './changed.ts';

const columns = userSorts.flatMap((sort) => [sort, `-${sort}`] as const);
const unknownColumn = 'sort must be a column of the list, with a - before it for descending';
/** What pages, sorts and searches a list of users. */
export const usersQuery = z.object({
  ...paging,
  sort: z.enum(columns, unknownColumn).optional(),
  q: z.string('q must be given once').max(254, 'q must be at most 254 characters').optional(),
});

/** What admins see of the users, and what they change of one. */
export function userRoutes(context: Context): Route[] {
  const { views, clock } = context;

  return [
    route(
      { method: 'get', path: userPaths.adminUsers, access: 'admin', status: 200, isShared: true },
      async ({ request, response, user }) => {
        const asked = usersQuery.parse(request.query);
        const viewer = { isAdmin: isFullAdmin(user.role) };
        // The order would tell a helper who is an admin.
        if (asked.sort?.endsWith('isAdmin') && !viewer.isAdmin) throw new Problem(400, unknownColumn);
        const list = await listUsers(views, listOf(asked));
        setPage(request, response, list);
        return list.users.map((row) => toAdminUserView(row, viewer));
      },
    ),

    route(
      { method: 'patch', path: userPaths.membership(':id'), access: 'full-admin', status: 200, body: membershipBody },
      ({ request, user, body: { status }, sender }) => {
        const userId = idIn(request);
        const command =
          status === 'active'
            ? ({ type: 'ActivateMembership', data: { userId, now: clock().toISOString() } } as const)
            : ({ type: 'DeactivateMembership', data: { userId } } as const);
        return changedUser(context, user, command, sender);
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
        const memberSince = utc(body.memberSince);
        const now = clock().toISOString();
        // Said before it is asked whose date it is.
        if (memberSince > now) throw new Rejected('member-since-in-future');
        const data = { userId: idIn(request), memberSince, now };
        return changedUser(context, user, { type: 'SetMemberSince', data }, sender);
      },
    ),

    route(
      { method: 'patch', path: adminPaths.listings(':id'), access: 'admin', status: 200, body: listingsBody },
      async ({ request, user, body: { recentListings, expected }, sender }) => {
        const userId = idIn(request);
        const listings = recentListings.map(({ timestamp, ...row }) => ({
          ...row,
          timestamp: timestamp && utc(timestamp),
        }));
        const data = { userId, listings, expected: expected ?? null, now: clock().toISOString() };
        try {
          return await changedUser(context, user, { type: 'SaveListings', data }, sender);
        } catch (error) {
          throw await tellingTheChange(context, error, data);
        }
      },
    ),
  ];
}

export function idIn(request: Request): string {
  return String(request.params['id']);
}

function utc(time: string): string {
  return new Date(time).toISOString();
}

type Column = (typeof columns)[number];

/** The list that was asked for, as the view takes it. */
export function listOf({ sort, q, ...page }: z.infer<typeof usersQuery>) {
  return { ...pageOf(page), ...orderOf(sort), ...(q !== undefined && { q }) };
}

function orderOf(sort: Column | undefined) {
  if (sort === undefined) return {};
  const column = userSorts.find((name) => name === sort || `-${name}` === sort);
  return { ...(column && { sort: column }), direction: sort.startsWith('-') ? 'desc' : 'asc' } as const;
}

type Saving = { userId: string; expected: z.infer<typeof listingsBody>['expected'] | null };

/** The rules know that listings have changed; the one who saves should learn which. */
async function tellingTheChange(context: Context, error: unknown, { userId, expected }: Saving): Promise<unknown> {
  if (!(error instanceof Rejected) || error.code !== 'listings-changed') return error;
  const user = await currentUser(context, userId);
  if (!user || !expected) return error;
  const what = listingChanges(expected, user.recentListings);
  return new Problem(409, `Meanwhile somebody else saved these listings: ${what}. Load them again, then save yours.`);
}
