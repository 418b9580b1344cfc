import * as z from 'zod';
import { membershipBody, userPaths, userSorts } from '#domain/user/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { workflowLogPath } from '#domain/workflow-log/contract.ts';
import { searchUsers } from '#projections/user-search.ts';
import { listUsers, toAdminUserView } from '#projections/users.ts';
import { countEntries, newestEntries } from '#projections/workflow-log.ts';
import type { Context } from '../context.ts';
import { isPaged, pageOf, paging, setPage } from '../http/paging.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { currentUser } from '../users/current-user.ts';

const columns = userSorts.flatMap((sort) => [sort, `-${sort}`] as const);
const logQuery = z.object(paging);
const usersQuery = z.object({
  ...paging,
  sort: z.enum(columns, 'sort must be a column of the list, with a - before it for descending').optional(),
  q: z.string('q must be given once').max(254, 'q must be at most 254 characters').optional(),
});

/** What admins see of the users and of the log, and what they do to a membership. */
export function adminRoutes(context: Context): Route[] {
  const { views, handle, clock, caughtUp } = context;

  return [
    route(
      { method: 'get', path: userPaths.adminUsers, access: 'admin', status: 200, isShared: true },
      async ({ request, response, user }) => {
        const { sort, q, ...page } = usersQuery.parse(request.query);
        const query = { ...pageOf(page), ...orderOf(sort) };
        const list = await (q ? searchUsers(views, { ...query, q }) : listUsers(views, query));
        setPage(request, response, list);
        const viewer = { isAdmin: isFullAdmin(user.role) };
        return list.users.map((row) => toAdminUserView(row, viewer));
      },
    ),

    route(
      { method: 'patch', path: userPaths.membership(':id'), access: 'full-admin', status: 200, body: membershipBody },
      async ({ request, body: { status }, sender }) => {
        const userId = String(request.params['id']);
        const command =
          status === 'active'
            ? ({ type: 'ActivateMembership', data: { userId, now: clock().toISOString() } } as const)
            : ({ type: 'DeactivateMembership', data: { userId } } as const);
        const { position } = await handle(users, `user-${userId}`, command, sender);
        await caughtUp(position);
        const changed = await currentUser(context, userId);
        if (!changed) throw new Problem(404, 'No such user');
        return toAdminUserView(changed, { isAdmin: true });
      },
    ),

    route(
      { method: 'get', path: workflowLogPath, access: 'full-admin', status: 200, isShared: true },
      async ({ request, response }) => {
        const query = logQuery.parse(request.query);
        const { entries, ...next } = await newestEntries(views, pageOf(query));
        if (isPaged(query)) setPage(request, response, { ...next, total: await countEntries(views) });
        return entries;
      },
    ),
  ];
}

type Column = (typeof columns)[number];

function orderOf(sort: Column | undefined) {
  if (sort === undefined) return {};
  const column = userSorts.find((name) => name === sort || `-${name}` === sort);
  return { ...(column && { sort: column }), direction: sort.startsWith('-') ? 'desc' : 'asc' } as const;
}
