import { asOfQuery, membersAsOfBody, timeTravelPaths } from '#domain/time-travel/contract.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { listUsers, toAdminUserView, type UserDoc, users } from '#projections/users.ts';
import { type Emails, idIn, listOf, usersQuery } from '#server/modules/users/index.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { setPage } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { opener } from '#server/platform/encryption/sealing.ts';
import type { SubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import type { Clock } from '#server/lib/clock.ts';
import { asOf } from './subjects/as-of.ts';
import { erasedUser } from './replay/erase-deleted.ts';
import type { MembersOfThePast } from './member-tables/members.ts';
import { recentStreams } from './subjects/recent-streams.ts';

type TimeTravelDeps = {
  views: ViewReader;
  emails: Pick<Emails, 'claimsOn'>;
  /** Streams as stored, with personal data still encrypted. */
  stored: Pick<EventStore, 'read'>;
  subjectKeys: SubjectKeys;
  membersOfThePast: MembersOfThePast;
  clock: Clock;
};

/** Answers what the state was at any moment of the past. */
export function timeTravelRoutes(deps: TimeTravelDeps): Route[] {
  const { views, emails, membersOfThePast: past, stored, subjectKeys, clock } = deps;
  const read = recentStreams(stored, () => clock().getTime());
  const open = opener(subjectKeys);
  const declared = { access: 'full-admin', status: 200 } as const;
  const one = timeTravelPaths.membersAsOf(':id');

  return [
    route({ ...declared, method: 'get', path: timeTravelPaths.asOf }, ({ request }) =>
      asOf({ views, emails, read, open }, asOfQuery.parse(request.query)),
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
        const rows = await forgetting(views, list.users);
        return rows.map((row) => toAdminUserView(row, { isAdmin: isFullAdmin(user.role) }));
      },
    ),
  ];
}

/** Erases from the rows those users who were deleted after the table was built. */
async function forgetting(views: ViewReader, then: UserDoc[]): Promise<UserDoc[]> {
  const still = await views.getMany<UserDoc>(
    users.view,
    then.map(({ id }) => id),
  );
  return then.map((doc, index) => (still[index] ? doc : erasedUser(doc)));
}
