import type { Socket } from 'socket.io';
import type { Sessions, SessionUser } from '#server/platform/http/session/sessions.ts';
import { findCurrentUser } from '#server/modules/users/accounts/current-user.ts';
import type { AuthorizeDeps } from '#server/platform/http/routing/authorize.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { assignRoomsByRole, getSessionRoom, getUserRoom, type LiveServer } from './rooms.ts';

type SocketSessionDeps = Pick<Platform, 'views' | 'events'> &
  Pick<AuthorizeDeps, 'isAdminAllowed'> & {
    sessions: Pick<Sessions, 'findByRequest' | 'isAlive'>;
  };

/** Maps each socket to its user, and puts it into the rooms of that user. */
export function createSocketSessions(io: LiveServer, deps: SocketSessionDeps) {
  const { sessions } = deps;
  const sessionBySocket = new WeakMap<Socket, SessionUser>();

  /** Checks the current session and role, and disconnects a socket whose session has ended. */
  const assignRooms = async (socket: Socket): Promise<void> => {
    const session = sessionBySocket.get(socket);
    if (!session) return;
    const [isAlive, user, isAllowed] = await Promise.all([
      sessions.isAlive(session.sessionKey),
      findCurrentUser(deps, session.userId),
      deps.isAdminAllowed(session.userId),
    ]);
    if (isAlive && user) assignRoomsByRole(io.in(socket.id), user, isAllowed);
    else socket.disconnect(true);
  };

  return {
    /** Whether the handshake belongs to a signed-in user. */
    admit: async (socket: Socket): Promise<boolean> => {
      const session = await sessions.findByRequest(socket.request);
      if (!session || !(await findCurrentUser(deps, session.userId))) return false;
      sessionBySocket.set(socket, session);
      return true;
    },

    /** Joins the rooms and then checks again, so that no sign-out or change of role in between is missed. */
    join: async (socket: Socket): Promise<void> => {
      const session = sessionBySocket.get(socket);
      if (!session) return;
      await socket.join([getUserRoom(session.userId), getSessionRoom(session.sessionKey)]);
      await assignRooms(socket);
    },

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
