import type * as z from 'zod';
import {
  type listingsBody,
  unknownSortMessage,
  userEndpoints,
  type userListQuery,
} from '#domain/user/admin.contract.ts';
import { userSorts } from '#domain/user/contract.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { describeListingChanges } from './listing-changes.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { listUsers } from '#projections/lists/user-list.ts';
import { toAdminUserView } from '#projections/users.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import { createConcurrencyLimit } from '#server/platform/http/middleware/concurrency-limit.ts';
import { toPage, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { ChangeDeps, FindUser } from '../accounts/deps.ts';
import { executeUserCommand } from './execute-user-command.ts';
import { type FacetDeps, toConditions } from './user-facets.ts';

/** The whole list of 100,000 users takes some 100 MB while it is sent. */
const maxWholeLists = 8;

export type UserListDeps = ChangeDeps & FacetDeps & Pick<Platform, 'views' | 'clock'>;

/** What admins see of users, and what they change. */
export function userRoutes(deps: UserListDeps): Route[] {
  const { views, clock } = deps;
  const limitWholeLists = createConcurrencyLimit(maxWholeLists);

  return [
    route(userEndpoints.listUsers, async (call) => {
      const viewer = { isAdmin: isFullAdmin(call.user.role) };
      // The order would reveal to a helper admin which users are admins.
      if (call.query.sort?.endsWith('isAdmin') && !viewer.isAdmin) throw new HttpError(400, unknownSortMessage);
      if (call.query.role !== undefined && !viewer.isAdmin)
        throw new HttpError(403, 'Only a full admin may filter by role');
      const where = await toConditions(deps, call.query);
      const read = () => listUsers(views, { ...toListOptions(call.query), where });
      const list = await (call.query.limit === undefined ? limitWholeLists(read) : read());
      setPageHeaders(call, list);
      return mapWithYields(list.users, (row) => toAdminUserView(row, viewer));
    }),

    route(userEndpoints.changeMembership, ({ params: { id: userId }, body: { status, memberSince }, user, sender }) => {
      const command =
        status === 'active'
          ? ({ type: 'ActivateMembership', data: { userId, now: clock().toISOString() } } as const)
          : ({ type: 'DeactivateMembership', data: { userId, memberSince } } as const);
      return executeUserCommand(deps, user, command, sender);
    }),

    route(userEndpoints.changeMemberSince, ({ params: { id: userId }, body, user, sender }) => {
      const memberSince = toUtc(body.memberSince);
      const now = clock().toISOString();
      // Checked first, so that the answer is the same for an unknown user.
      if (memberSince > now) throw new Rejected('member-since-in-future');
      return executeUserCommand(deps, user, { type: 'SetMemberSince', data: { userId, memberSince, now } }, sender);
    }),

    route(userEndpoints.changeHigherLimit, ({ params: { id: userId }, body, user, sender }) => {
      const limit = body?.limit;
      if (limit !== undefined && !isFullAdmin(user.role)) {
        throw new HttpError(403, 'Only a full admin may grant a higher limit');
      }
      const command =
        limit === undefined
          ? ({ type: 'ClearHigherLimit', data: { userId } } as const)
          : ({ type: 'GrantHigherLimit', data: { userId, limit } } as const);
      return executeUserCommand(deps, user, command, sender);
    }),

    route(userEndpoints.saveListings, async ({ params: { id: userId }, body, user, sender }) => {
      const { recentListings, expected = null } = body;
      const listings = recentListings.map(({ timestamp, ...row }) => ({
        ...row,
        timestamp: timestamp && toUtc(timestamp),
      }));
      const data = { userId, listings, expected, now: clock().toISOString() };
      try {
        return await executeUserCommand(deps, user, { type: 'SaveListings', data }, sender);
      } catch (error) {
        throw await explainListingConflict(deps.findUser, error, data);
      }
    }),
  ];
}

function toUtc(time: string): string {
  return new Date(time).toISOString();
}

type UserListQuery = z.infer<z.ZodObject<typeof userListQuery>> & { limit?: number | undefined };

/** The requested list as a query of the view. */
export function toListOptions({ sort, q, ids, ...page }: UserListQuery) {
  const column = userSorts.find((name) => name === sort || `-${name}` === sort);
  const order = column && ({ sort: column, direction: sort === column ? 'asc' : 'desc' } as const);
  return { ...toPage(page), ...order, ...(q !== undefined && { q }), ...(ids && { ids }) };
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
  return new HttpError(409, `Another admin saved these listings: ${what}. Reload them, then save yours.`);
}
