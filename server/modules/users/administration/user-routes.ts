import type { Request } from 'express';
import * as z from 'zod';
import { adminPaths, listingsBody, memberSinceBody } from '#domain/user/admin.contract.ts';
import { membershipBody, userPaths, userSorts } from '#domain/user/contract.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { listingChanges } from '#domain/user/listing-changes.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { listUsers, toAdminUserView } from '#projections/users.ts';
import { pageOf, paging, setPage } from '#server/platform/http/routing/paging.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { ChangeDeps, FindUser } from '../accounts/deps.ts';
import { changedUser } from './changed.ts';

const columns = userSorts.flatMap((sort) => [sort, `-${sort}`] as const);
const unknownColumn = 'sort must be a column of the list, with a - before it for descending';
/** What pages, sorts and searches a list of users. */
export const usersQuery = z.object({
  ...paging,
  sort: z.enum(columns, unknownColumn).optional(),
  q: z.string('q must be given once').max(254, 'q must be at most 254 characters').optional(),
});

export type UserListDeps = ChangeDeps & { views: ViewReader; clock: Clock };

/** What admins see of the users, and what they change of one. */
export function userRoutes(deps: UserListDeps): Route[] {
  const { views, clock } = deps;

  return [
    route(
      { method: 'get', path: userPaths.adminUsers, access: 'admin', status: 200, isShared: true },
      async ({ request, response, user }) => {
        const asked = usersQuery.parse(request.query);
        const viewer = { isAdmin: isFullAdmin(user.role) };
        // The order would reveal to a helper who is an admin.
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
        return changedUser(deps, user, command, sender);
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
        // Checked first, so that the answer is the same for an unknown user.
        if (memberSince > now) throw new Rejected('member-since-in-future');
        const data = { userId: idIn(request), memberSince, now };
        return changedUser(deps, user, { type: 'SetMemberSince', data }, sender);
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
          return await changedUser(deps, user, { type: 'SaveListings', data }, sender);
        } catch (error) {
          throw await tellingTheChange(deps.findUser, error, data);
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

/** The rule reports only that listings have changed; this adds which ones. */
async function tellingTheChange(findUser: FindUser, error: unknown, { userId, expected }: Saving): Promise<unknown> {
  if (!(error instanceof Rejected) || error.code !== 'listings-changed') return error;
  const user = await findUser(userId);
  if (!user || !expected) return error;
  const what = listingChanges(expected, user.recentListings);
  return new Problem(409, `Meanwhile somebody else saved these listings: ${what}. Load them again, then save yours.`);
}
