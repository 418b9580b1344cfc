import type { Socket } from 'socket.io';
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { Sessions, SessionUser } from '#server/platform/http/session/sessions.ts';
import { findCurrentUser } from '#server/modules/users/accounts/current-user.ts';
import type { AuthorizeDeps } from '#server/platform/http/routing/authorize.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { assignRoomsByRole, getSessionRoom, getUserRoom, type LiveServer, type RoomChanges } from './rooms.ts';

type SocketSessionDeps = Pick<Platform, 'views' | 'events'> &
  Pick<AuthorizeDeps, 'isAdminAllowed'> & {
    sessions: Pick<Sessions, 'findByRequest' | 'isAlive'>;
  };

/** Maps each socket to its user, and puts it into the rooms of that user: `perUser` in the order of what was read. */
export function createSocketSessions(io: LiveServer, deps: SocketSessionDeps, perUser: KeyedMutex) {
  const { sessions } = deps;
  const sessionBySocket = new WeakMap<Socket, SessionUser>();

  /** Checks the current session and role, and disconnects a socket whose session has ended. Whether it has not. */
  const assignRooms = async (socket: Socket): Promise<boolean> => {
    const session = sessionBySocket.get(socket);
    return session !== undefined && perUser(session.userId, () => assignRoomsOf(socket, session));
  };
  const assignRoomsOf = async (socket: Socket, session: SessionUser): Promise<boolean> => {
    const [isAlive, user, isAllowed] = await Promise.all([
      sessions.isAlive(session.sessionKey),
      findCurrentUser(deps, session.userId),
      deps.isAdminAllowed(session.userId),
    ]);
    const isAdmitted = isAlive && user !== null;
    if (isAdmitted) assignRoomsByRole(toRoomChanges(socket), user, isAllowed);
    else socket.disconnect(true);
    return isAdmitted;
  };

  return {
    /**
     * Whether the handshake belongs to a signed-in user. It joins the rooms before the client receives the
     * answer: so the client is notified of every change to what it reads from then on.
     */
    admit: async (socket: Socket): Promise<boolean> => {
      const session = await sessions.findByRequest(socket.request);
      if (!session) return false;
      sessionBySocket.set(socket, session);
      await socket.join([getUserRoom(session.userId), getSessionRoom(session.sessionKey)]);
      return assignRooms(socket);
    },

    /** Checks a new connection once more: a sign-out or change of role did not reach it before. */
    recheck: assignRooms,

    /** Checks some users again: another process may have ended their sessions. */
    revalidate: async (userIds: string[]): Promise<void> => {
      for (const userId of new Set(userIds)) {
        const sockets = io.sockets.adapter.rooms.get(getUserRoom(userId)) ?? [];
        for (const id of [...sockets]) {
          const socket = io.sockets.sockets.get(id);
          if (socket) await assignRooms(socket);
        }
      }
    },

    /** Checks all users again: a session can also expire. */
    revalidateAll: async (): Promise<void> => {
      for (const socket of io.sockets.sockets.values()) await assignRooms(socket);
    },
  };
}

/** A socket that is not connected yet is in no room of the server's own operators. */
function toRoomChanges(socket: Socket): RoomChanges {
  return { socketsJoin: (room) => void socket.join(room), socketsLeave: (room) => void socket.leave(room) };
}
