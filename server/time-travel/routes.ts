import { asOfQuery, membersAsOfBody, timeTravelPaths } from '#domain/time-travel/contract.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { listUsers, toAdminUserView, type UserDoc, users } from '#projections/users.ts';
import { idIn, listOf, usersQuery } from '../admin/user-routes.ts';
import type { Context } from '../context.ts';
import { setPage } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';
import { opener } from '../privacy/sealing.ts';
import { asOf } from './as-of.ts';
import { erasedUser } from './erase-deleted.ts';
import { recentStreams } from './recent-streams.ts';

/** What was, as of any moment. */
export function timeTravelRoutes(context: Context): Route[] {
  const { membersOfThePast: past, stored, subjectKeys, clock } = context;
  const read = recentStreams(stored, () => clock().getTime());
  const open = opener(subjectKeys);
  const declared = { access: 'full-admin', status: 200 } as const;
  const one = timeTravelPaths.membersAsOf(':id');

  return [
    route({ ...declared, method: 'get', path: timeTravelPaths.asOf }, ({ request }) =>
      asOf({ ...context, read, open }, asOfQuery.parse(request.query)),
    ),

    route(
      { ...declared, method: 'post', path: timeTravelPaths.members, status: 201, body: membersAsOfBody },
      ({ body, user }) => Promise.resolve(past.begin(user.id, body)),
    ),

    route({ ...declared, method: 'get', path: one }, ({ request }) => Promise.resolve(past.progressOf(idIn(request)))),

    route({ ...declared, method: 'delete', path: one, status: 204 }, ({ request }) => past.remove(idIn(request))),

    route(
      { ...declared, method: 'get', path: timeTravelPaths.memberRows(':id') },
      async ({ request, response, user }) => {
        const asked = usersQuery.parse(request.query);
        const list = await listUsers(past.viewsOf(idIn(request)), { limit: 100, ...listOf(asked) });
        setPage(request, response, list);
        const rows = await forgetting(context.views, list.users);
        return rows.map((row) => toAdminUserView(row, { isAdmin: isFullAdmin(user.role) }));
      },
    ),
  ];
}

/** Who was deleted since the table was built is forgotten in it at once. */
async function forgetting(views: ViewReader, then: UserDoc[]): Promise<UserDoc[]> {
  const still = await views.getMany<UserDoc>(
    users.view,
    then.map(({ id }) => id),
  );
  return then.map((doc, index) => (still[index] ? doc : erasedUser(doc)));
}
