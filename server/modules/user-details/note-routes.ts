import { userStream } from '#domain/event-catalog/streams.ts';
import { userDetailsEndpoints } from '#domain/user-details/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

type AdminNoteDeps = Pick<Platform, 'handle' | 'clock'>;

/** The notes that admins write about a user. */
export function adminNoteRoutes({ handle, clock }: AdminNoteDeps): Route[] {
  return [
    route(userDetailsEndpoints.addAdminNote, async ({ params: { id: userId }, body: { text }, user, sender }) => {
      const adminNoteId = sender.commandId;
      await handle(users, userStream(userId), { type: 'AddAdminNote', data: { userId, adminNoteId, text } }, sender);
      return { id: adminNoteId, text, at: clock().toISOString(), author: user.email };
    }),

    route(userDetailsEndpoints.removeAdminNote, async ({ params: { id: userId, noteId: adminNoteId }, sender }) => {
      await handle(users, userStream(userId), { type: 'RemoveAdminNote', data: { userId, adminNoteId } }, sender);
    }),
  ];
}
