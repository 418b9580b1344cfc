import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { parseStreamName } from '#domain/event-catalog/streams.ts';
import type { ScoutPassMessage } from '#domain/matching/scout-activity.contract.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { WorkflowLogSource } from '#projections/workflow-log.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { isCrossSite } from '#server/platform/http/session/origin.ts';
import type { AuthorizeDeps } from '#server/platform/http/routing/authorize.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createBroadcaster } from './broadcast.ts';
import { createLiveVersion } from './live-version.ts';
import { createSocketSessions } from './socket-sessions.ts';
import { adminRoom, createRooms, getSessionRoom, type LiveServer } from './rooms.ts';
import { type ScoutBroadcastDeps, startScoutStatusBroadcast } from './scout-status-broadcast.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';

const revalidateIntervalMs = 60_000;
// They only end connections that are not in use: an open page notices a lost connection by its own probes.
const pingIntervalMs = 25_000;
const pingTimeoutMs = 20_000;
const realtimeFailureMessage = 'Realtime update failed';

export type SocketServer = {
  /** Ends the sessions and sockets that events have ended, even where another process wrote the events. */
  handleNewEvents: (events: StoredEvent[]) => Promise<void>;
  /** Notifies connected clients of what a batch changed. */
  handleAppliedBatch: (batch: AppliedBatch) => Promise<void>;
  /** Notifies all clients of a pass over the sources. */
  broadcastPass: (pass: ScoutPassMessage) => void;
  /** Closes all sockets: their pages connect again, and load again. */
  disconnectAll: () => void;
  /** Closes all sockets and stops the HTTP server from accepting connections. */
  close: () => Promise<void>;
};

export type SocketServerDeps = ScoutBroadcastDeps &
  WorkflowLogSource &
  Pick<AuthorizeDeps, 'isAdminAllowed'> &
  Pick<Platform, 'sessions' | 'events' | 'log'> & {
    config: Pick<Config, 'publicUrl'>;
  };

/** Live updates over socket.io, on its default path, for those signed in by the session cookie. */
export function attachSocketServer(http: HttpServer, deps: SocketServerDeps): SocketServer {
  const { sessions, config, log } = deps;
  const io: LiveServer = new Server(http, {
    serveClient: false,
    pingInterval: pingIntervalMs,
    pingTimeout: pingTimeoutMs,
    maxHttpBufferSize: 10_000, // clients send only probes
    allowRequest: (request, decide) => decide(null, !isCrossSite(request, config.publicUrl)),
  });
  const rooms = createRooms(io);
  const perUser = createKeyedMutex();
  const socketSessions = createSocketSessions(io, deps, perUser);
  const broadcast = createBroadcaster(io, deps, perUser);
  const logFailure = (error: unknown) => log.error({ err: error }, realtimeFailureMessage);
  const version = createLiveVersion(http);

  io.use((socket, next) => {
    socketSessions.admit(socket).then(
      (isAdmitted) => next(isAdmitted ? undefined : new Error('unauthorized')),
      (error: unknown) => {
        logFailure(error);
        next(new Error('unavailable'));
      },
    );
  });
  io.on('connection', (socket) => {
    socket.on('probe', (answer?: (version: string) => void) => {
      // A client may send anything.
      if (typeof answer === 'function') answer(version.current());
    });
    socketSessions.recheck(socket).catch((error: unknown) => {
      logFailure(error);
      socket.disconnect(true);
    });
  });
  sessions.onEnded((sessionKey) => io.in(getSessionRoom(sessionKey)).disconnectSockets(true));
  const revalidation = runEvery({
    work: socketSessions.revalidateAll,
    intervalMs: revalidateIntervalMs,
    log,
    failureMessage: realtimeFailureMessage,
  });

  const statusBroadcast = startScoutStatusBroadcast({
    deps,
    hasListeners: () => io.sockets.adapter.rooms.has(adminRoom),
    send: version.advancing((ids) => void rooms.admins().emit('changed', { view: 'scout', ids }, [])),
  });

  return {
    handleNewEvents: async (events) => {
      for (const userId of listUserIds(events, ['UserDeleted'])) await sessions.endAllOf(userId);
      await socketSessions.revalidate(listUserIds(events, revalidatedEvents));
    },
    handleAppliedBatch: version.advancing(broadcast),
    broadcastPass: version.advancing((pass) => void rooms.everyone().emit('scouted', pass)),
    disconnectAll: version.advancing(() => {
      io.disconnectSockets(true);
    }),
    close: async () => {
      await Promise.all([revalidation.stop(), statusBroadcast.stop(), io.close()]);
    },
  };
}

/** Events that may have ended a session of their user, or let an admin in. */
const revalidatedEvents = [
  ...['SignedOut', 'SessionsEnded', 'PasswordChanged', 'UserDeleted'],
  ...['SecondFactorAdded', 'SecondFactorRemoved', 'SecondFactorReset'],
];

function listUserIds(events: StoredEvent[], types: string[]): string[] {
  // `user-<id>` and `access-<id>` are the streams of a user's own events.
  return events.filter(({ type }) => types.includes(type)).map(({ stream }) => parseStreamName(stream).id);
}
