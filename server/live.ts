import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Scouted } from '#domain/scout/contract.ts';
import type { Context } from './context.ts';
import type { StoredEvent } from './event-store/port.ts';
import { isForeign } from './http/origin.ts';
import { createNews } from './live/news.ts';
import { createPeople } from './live/people.ts';
import { admins, roomOfSession } from './live/rooms.ts';
import { startScoutNews } from './live/scout-news.ts';
import type { Applied } from './projector.ts';

const reviewEvery = 60_000;
// A page takes two missed beats for a lost connection, so it can tell within 3 s. What is only slow has longer.
const beatEvery = 1000;
const beatTimeout = 5000;

export type Live = {
  /** Ends what events have ended: sessions and sockets, those of other processes' requests too. */
  written: (events: StoredEvent[]) => Promise<void>;
  /** Tells those connected what a batch has changed. */
  applied: (batch: Applied) => Promise<void>;
  /** Tells everybody that sources were looked through. */
  scouted: (pass: Scouted) => void;
  /** Cuts all sockets, and has the HTTP server stop accepting. */
  close: () => Promise<void>;
};

/** Live updates over socket.io, on its default path, for those signed in by the session cookie. */
export function attachLive(http: HttpServer, context: Context): Live {
  const { sessions, config, log } = context;
  const io = new Server(http, {
    serveClient: false,
    pingInterval: beatEvery,
    pingTimeout: beatTimeout,
    maxHttpBufferSize: 10_000, // nobody is listened to
    allowRequest: (request, decide) => {
      decide(null, !isForeign(request, config.publicUrl));
    },
  });
  const people = createPeople(io, context);
  const tell = createNews(io, context);
  const failed = (error: unknown) => log.error({ err: error }, 'Live updates met an error');

  io.use((socket, next) => {
    people.admit(socket).then(
      (isAdmitted) => next(isAdmitted ? undefined : new Error('unauthorized')),
      (error: unknown) => {
        failed(error);
        next(new Error('unavailable'));
      },
    );
  });
  io.on('connection', (socket) => {
    people.welcome(socket).catch((error: unknown) => {
      failed(error);
      socket.disconnect(true);
    });
  });
  sessions.onEnded((sessionId) => io.in(roomOfSession(sessionId)).disconnectSockets(true));
  const reviewing = setInterval(() => void people.reviewAll().catch(failed), reviewEvery).unref();

  const scouting = startScoutNews({
    context,
    isAnybodyThere: () => io.sockets.adapter.rooms.has(admins),
    tell: (ids) => void io.to(admins).emit('changed', { view: 'scout', ids }),
  });

  return {
    written: async (events) => {
      for (const userId of idsIn(events, ['UserDeleted'])) await sessions.endAllOf(userId);
      await people.review(idsIn(events, endings));
    },
    applied: tell,
    scouted: (pass) => void io.emit('scouted', pass),
    close: () => {
      clearInterval(reviewing);
      scouting.stop();
      return io.close();
    },
  };
}

/** Events with which a session of their user may have ended. */
const endings = ['SignedOut', 'PasswordChanged', 'UserDeleted'];

function idsIn(events: StoredEvent[], types: string[]): string[] {
  // `user-<id>` and `access-<id>` are the streams of a user's own events.
  return events.filter(({ type }) => types.includes(type)).map(({ stream }) => stream.slice(stream.indexOf('-') + 1));
}
