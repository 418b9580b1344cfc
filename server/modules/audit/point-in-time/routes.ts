import { pointInTimeEndpoints } from '#domain/history/point-in-time.contract.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { listUsers } from '#projections/lists/user-list.ts';
import { toAdminUserView, type UserDoc, users } from '#projections/users.ts';
import { type EmailRegistry, toListOptions } from '#server/modules/users/index.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { createEventOpener } from '#server/platform/encryption/open-events.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { readAsOf } from './subjects/as-of.ts';
import { toErasedUser } from './replay/erase-deleted.ts';
import type { PastMemberTables } from './member-tables/past-member-tables.ts';
import { createStreamCache } from './subjects/stream-cache.ts';

type PointInTimeDeps = Pick<Platform, 'views' | 'subjectKeys' | 'clock'> & {
  emails: Pick<EmailRegistry, 'listClaims'>;
  /** Streams as stored, with personal data still encrypted. */
  encryptedEvents: Pick<EventStore, 'read'>;
  pastMemberTables: PastMemberTables;
};

/** Returns the state at any moment of the past. */
export function pointInTimeRoutes(deps: PointInTimeDeps): Route[] {
  const { views, emails, pastMemberTables, encryptedEvents, subjectKeys, clock } = deps;
  const read = createStreamCache(encryptedEvents, () => clock().getTime());
  const decryptEvents = createEventOpener(subjectKeys);

  return [
    route(pointInTimeEndpoints.getAsOf, ({ query }) => readAsOf({ views, emails, read, decryptEvents }, query)),
    route(pointInTimeEndpoints.buildMembersAsOf, ({ body, user }) => pastMemberTables.begin(user.id, body)),
    route(pointInTimeEndpoints.getMembersAsOf, ({ params: { id } }) => pastMemberTables.progressOf(id)),
    route(pointInTimeEndpoints.removeMembersAsOf, ({ params: { id } }) => pastMemberTables.remove(id)),

    route(pointInTimeEndpoints.listMembersAsOf, async (call) => {
      const list = await listUsers(pastMemberTables.viewsOf(call.params.id), toListOptions(call.query));
      setPageHeaders(call, list);
      const rows = await eraseDeletedRows(views, list.users);
      return rows.map((row) => toAdminUserView(row, { isAdmin: isFullAdmin(call.user.role) }));
    }),
  ];
}

/** Erases from the rows those users who were deleted after the table was built. */
async function eraseDeletedRows(views: ViewReader, then: UserDoc[]): Promise<UserDoc[]> {
  const still = await views.getMany<UserDoc>(
    users.view,
    then.map(({ id }) => id),
  );
  return then.map((doc, index) => (still[index] ? doc : toErasedUser(doc)));
}
