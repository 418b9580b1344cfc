import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { Scouted } from '#domain/matching/scouting.contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { isForeign } from '#server/platform/http/session/origin.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import { createNews } from './news.ts';
import { createPeople } from './people.ts';
import { admins, roomOfSession } from './rooms.ts';
import { type ScoutNewsDeps, startScoutNews } from './scout-news.ts';
import type { Applied } from '#server/platform/projector/projector.ts';

const reviewEvery = 60_000;
// A page treats two missed beats as a lost connection, so it notices within 3 s; a slow one has longer.
const beatEvery = 1000;
const beatTimeout = 5000;

export type Live = {
  /** Ends the sessions and sockets that events have ended, even where another process wrote the events. */
  written: (events: StoredEvent[]) => Promise<void>;
  /** Notifies connected clients of what a batch changed. */
  applied: (batch: Applied) => Promise<void>;
  /** Notifies all clients of a pass over the sources. */
  scouted: (pass: Scouted) => void;
  /** Closes all sockets and stops the HTTP server from accepting connections. */
  close: () => Promise<void>;
};

export type LiveDeps = ScoutNewsDeps & {
  config: Pick<Config, 'publicUrl'>;
  sessions: Sessions;
  events: EventStore;
  log: Logger;
};

/** Live updates over socket.io, on its default path, for those signed in by the session cookie. */
export function attachLive(http: HttpServer, deps: LiveDeps): Live {
  const { sessions, config, log } = deps;
  const io = new Server(http, {
    serveClient: false,
    pingInterval: beatEvery,
    pingTimeout: beatTimeout,
    maxHttpBufferSize: 10_000, // clients send nothing
    allowRequest: (request, decide) => {
      decide(null, !isForeign(request, config.publicUrl));
    },
  });
  const people = createPeople(io, deps);
  const tell = createNews(io, deps);
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
    deps,
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

/** Events that may have ended a session of their user. */
const endings = ['SignedOut', 'PasswordChanged', 'UserDeleted'];

function idsIn(events: StoredEvent[], types: string[]): string[] {
  // `user-<id>` and `access-<id>` are the streams of a user's own events.
  return events.filter(({ type }) => types.includes(type)).map(({ stream }) => stream.slice(stream.indexOf('-') + 1));
}
