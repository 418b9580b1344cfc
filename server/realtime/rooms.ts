import type { BroadcastOperator, Server } from 'socket.io';
import { isAnyAdmin, isFullAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';
import type { ClientToServerEvents, RoomEvents, ServerToClientEvents } from '#domain/realtime.contract.ts';

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents>;
type Room<Name extends keyof RoomEvents> = Pick<BroadcastOperator<RoomEvents[Name], unknown>, 'emit'>;

/** All users who may read the list of users over REST. */
export const adminRoom = 'admins';
/** All users who may read the workflow log over REST: some of the admins. */
export const fullAdminRoom = 'full-admins';

export function getUserRoom(userId: string): string {
  return `user:${userId}`;
}

export function getSessionRoom(sessionKey: string): string {
  return `session:${sessionKey}`;
}

/** The rooms, each of which takes its own messages only. */
export function createRooms(io: LiveServer) {
  return {
    user: (userId: string): Room<'user'> => io.to(getUserRoom(userId)),
    admins: (): Room<'admins'> => io.to(adminRoom),
    fullAdmins: (): Room<'fullAdmins'> => io.to(fullAdminRoom),
    everyone: (): Room<'everyone'> => io.sockets,
  };
}

/** How sockets enter and leave rooms. */
export type RoomChanges = Record<'socketsJoin' | 'socketsLeave', (room: string) => void>;

/** Puts sockets into the admin rooms that the role belongs in, and takes them out of the others. */
export function assignRoomsByRole(
  sockets: RoomChanges,
  { role }: Pick<UserDoc, 'role'>,
  isAdminAllowed: boolean,
): void {
  const belongs = {
    [adminRoom]: isAdminAllowed && isAnyAdmin(role),
    [fullAdminRoom]: isAdminAllowed && isFullAdmin(role),
  };
  for (const [room, isMember] of Object.entries(belongs)) {
    if (isMember) sockets.socketsJoin(room);
    else sockets.socketsLeave(room);
  }
}
