import type { Server, Socket } from 'socket.io';
import type { Context } from '../context.ts';
import type { SignedIn } from '../http/sessions.ts';
import { currentUser } from '../users/current-user.ts';
import { placeByRole, roomOfSession, roomOfUser } from './rooms.ts';

/** Who is behind each socket, and in which rooms they belong. */
export function createPeople(io: Server, context: Pick<Context, 'sessions' | 'views' | 'events'>) {
  const { sessions } = context;
  const people = new WeakMap<Socket, SignedIn>();

  /** Asks whose session and role it is now, and cuts a socket whose session is over. */
  const place = async (socket: Socket): Promise<void> => {
    const person = people.get(socket);
    if (!person) return;
    const [isAlive, user] = await Promise.all([
      sessions.isAlive(person.sessionId),
      currentUser(context, person.userId),
    ]);
    if (isAlive && user) placeByRole(io.in(socket.id), user);
    else socket.disconnect(true);
  };

  return {
    /** Whether the handshake is somebody's who is signed in. */
    admit: async (socket: Socket): Promise<boolean> => {
      const person = await sessions.of(socket.request);
      if (!person || !(await currentUser(context, person.userId))) return false;
      people.set(socket, person);
      return true;
    },

    /** Joins the rooms; the last look comes after, so that no sign-out or change of role slips by in between. */
    welcome: async (socket: Socket): Promise<void> => {
      const person = people.get(socket);
      if (!person) return;
      await socket.join([roomOfUser(person.userId), roomOfSession(person.sessionId)]);
      await place(socket);
    },

    /** Looks again at some people: another process may have ended their sessions. */
    review: async (userIds: string[]): Promise<void> => {
      for (const userId of new Set(userIds)) {
        const sockets = io.sockets.adapter.rooms.get(roomOfUser(userId)) ?? [];
        for (const id of [...sockets]) {
          const socket = io.sockets.sockets.get(id);
          if (socket) await place(socket);
        }
      }
    },

    /** Looks again at everybody: a session can also run out. */
    reviewAll: async (): Promise<void> => {
      for (const socket of io.sockets.sockets.values()) await place(socket);
    },
  };
}
