import type { Server, Socket } from 'socket.io';
import type { ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Sessions, SignedIn } from '#server/platform/http/session/sessions.ts';
import { currentUser } from '#server/modules/users/accounts/current-user.ts';
import { placeByRole, roomOfSession, roomOfUser } from './rooms.ts';

type PeopleDeps = { sessions: Pick<Sessions, 'of' | 'isAlive'>; views: ViewReader; events: EventStore };

/** Maps each socket to its user, and puts it into the rooms of that user. */
export function createPeople(io: Server, deps: PeopleDeps) {
  const { sessions } = deps;
  const people = new WeakMap<Socket, SignedIn>();

  /** Checks the current session and role, and disconnects a socket whose session has ended. */
  const place = async (socket: Socket): Promise<void> => {
    const person = people.get(socket);
    if (!person) return;
    const [isAlive, user] = await Promise.all([sessions.isAlive(person.sessionId), currentUser(deps, person.userId)]);
    if (isAlive && user) placeByRole(io.in(socket.id), user);
    else socket.disconnect(true);
  };

  return {
    /** Whether the handshake belongs to a signed-in user. */
    admit: async (socket: Socket): Promise<boolean> => {
      const person = await sessions.of(socket.request);
      if (!person || !(await currentUser(deps, person.userId))) return false;
      people.set(socket, person);
      return true;
    },

    /** Joins the rooms and then checks again, so that no sign-out or change of role in between is missed. */
    welcome: async (socket: Socket): Promise<void> => {
      const person = people.get(socket);
      if (!person) return;
      await socket.join([roomOfUser(person.userId), roomOfSession(person.sessionId)]);
      await place(socket);
    },

    /** Checks some users again: another process may have ended their sessions. */
    review: async (userIds: string[]): Promise<void> => {
      for (const userId of new Set(userIds)) {
        const sockets = io.sockets.adapter.rooms.get(roomOfUser(userId)) ?? [];
        for (const id of [...sockets]) {
          const socket = io.sockets.sockets.get(id);
          if (socket) await place(socket);
        }
      }
    },

    /** Checks all users again: a session can also expire. */
    reviewAll: async (): Promise<void> => {
      for (const socket of io.sockets.sockets.values()) await place(socket);
    },
  };
}
