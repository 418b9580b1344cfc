import type { Server } from 'socket.io';
import { isAnyAdmin, isFullAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';

/** All users who may read the list of users over REST. */
export const adminRoom = 'admins';
/** All users who may read the workflow log over REST: some of the admins. */
export const fullAdminRoom = 'full-admins';

export function getUserRoom(userId: string): string {
  return `user:${userId}`;
}

export function getSessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Puts sockets into the admin rooms that the role belongs in, and takes them out of the others. */
export function assignRoomsByRole(sockets: ReturnType<Server['in']>, { role }: Pick<UserDoc, 'role'>): void {
  const belongs = { [adminRoom]: isAnyAdmin(role), [fullAdminRoom]: isFullAdmin(role) };
  for (const [room, isMember] of Object.entries(belongs)) {
    if (isMember) sockets.socketsJoin(room);
    else sockets.socketsLeave(room);
  }
}
