import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Context } from './context.ts';
import { isForeign } from './http/origin.ts';
import type { SocketSession } from './http/sessions.ts';
import { createNews } from './live/news.ts';
import { placeByRole, roomOfSession, roomOfUser } from './live/rooms.ts';
import type { Applied } from './projector.ts';
import { currentUser } from './users/current-user.ts';

const sweepEvery = 60_000;

export type Live = {
  /** Tells those connected what a batch has changed. */
  applied: (batch: Applied) => Promise<void>;
  /** Cuts all sockets, and has the HTTP server stop accepting. */
  close: () => Promise<void>;
};

/** Live updates over socket.io, on its default path, for those signed in by the session cookie. */
export function attachLive(http: HttpServer, context: Context): Live {
  const { sessions, config, log } = context;
  const io = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: 10_000, // nobody is listened to
    allowRequest: (request, decide) => {
      decide(null, !isForeign(request, config.publicUrl));
    },
  });
  const people = new WeakMap<Socket, SocketSession>();

  /** Whose session and role is it now? Asked after the rooms were joined, so that no change slips by in between. */
  const place = async (socket: Socket) => {
    const person = people.get(socket);
    if (!person) return;
    const [isAlive, user] = await Promise.all([
      sessions.isAlive(person.sessionId),
      currentUser(context, person.userId),
    ]);
    if (isAlive && user) placeByRole(io.in(socket.id), user);
    else socket.disconnect(true);
  };

  io.use((socket, next) => {
    sessions.ofHandshake(socket.request).then(
      (person) => {
        if (person) people.set(socket, person);
        next(person ? undefined : new Error('unauthorized'));
      },
      (error: unknown) => {
        log.error({ err: error }, 'A handshake failed');
        next(new Error('unavailable'));
      },
    );
  });

  const failed = (error: unknown) => log.error({ err: error }, 'Live updates met an error');
  const placeAll = async () => {
    for (const socket of io.sockets.sockets.values()) await place(socket);
  };

  io.on('connection', (socket) => {
    const person = people.get(socket);
    if (!person) return;
    void socket.join([roomOfUser(person.userId), roomOfSession(person.sessionId)]);
    place(socket).catch((error: unknown) => {
      failed(error);
      socket.disconnect(true);
    });
  });

  sessions.onEnded((sessionId) => io.in(roomOfSession(sessionId)).disconnectSockets(true));
  // A session can also run out.
  const sweep = setInterval(() => void placeAll().catch(failed), sweepEvery).unref();

  return {
    applied: createNews(io, context),
    close: () => {
      clearInterval(sweep);
      return io.close();
    },
  };
}
