import type { Query, QueryClient } from '@tanstack/react-query';
import { io } from 'socket.io-client';
import { areReadsOf } from '#web/lib/api/api.ts';
import { refetch, refreshView } from '#web/lib/api/refresh-view.ts';
import { recheckUser } from '#web/lib/session/session.ts';
import { createChangeBatch } from './change-batch.ts';
import { createConnectionProbe } from './connection-probe.ts';
import { createMessageHandlers } from './message-handlers.ts';

const retryDelayMs = 1000;
/** In ms. Together less than the 3 s after which a page shows a lost connection. */
const probeTimes = { intervalMs: 1_000, answerMs: 1_000 };

/**
 * Opens the window's one socket until `signal` aborts, and keeps the query cache up to date with it. `onLost` is called
 * when the connection is lost and when it is back; it reconnects automatically and refetches what may have been missed:
 * everything, but when the page was just loaded and nothing has changed since.
 */
export function openSocket(queryClient: QueryClient, onLost: (lost: boolean) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const socket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 3000,
    timeout: 5000,
  });
  const connection = createConnectionProbe({
    ...probeTimes,
    isVisible: () => document.visibilityState === 'visible',
    send: (onAnswer) => socket.emit('probe', onAnswer),
    onSilent: onLost,
    onBroken: () => socket.io.engine.close(),
  });
  const probe = () => {
    if (socket.connected) connection.probe();
  };
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;

  const lost = () => {
    connection.stop();
    onLost(true);
    // Disconnected by the server: the session may have ended, and then the page redirects.
    const reconnect = () => {
      clearTimeout(retry);
      if (!socket.active && !signal.aborted) retry = setTimeout(() => socket.connect(), retryDelayMs);
    };
    recheckUser(queryClient).then((user) => user && reconnect(), reconnect);
  };

  socket.io.on('packet', connection.recordMessage);
  document.addEventListener('visibilitychange', probe);
  socket.on('connect', () => {
    onLost(false);
    connection.recordMessage();
    if (wasConnected) void refetch(queryClient);
    else socket.emit('probe', (version: string) => refetchUnlessCurrent(queryClient, version));
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') lost();
  });
  socket.on('connect_error', lost);

  const batch = createChangeBatch((view, ids) => refreshView(queryClient, view, ids));
  const handlers = createMessageHandlers(queryClient, batch);
  for (const [name, handle] of Object.entries(handlers)) socket.on(name, (...message: unknown[]) => handle(message));

  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    connection.stop();
    socket.io.off('packet', connection.recordMessage);
    document.removeEventListener('visibilitychange', probe);
    batch.clear();
    socket.removeAllListeners();
    socket.disconnect();
  });
}

/** What has just failed while the page was loaded is not retried; what failed without a connection is. */
function refetchUnlessCurrent(queryClient: QueryClient, version: string): void {
  const isCurrent = areReadsOf(version);
  const predicate = ({ state: { status, fetchStatus } }: Query) =>
    status !== 'error' && (fetchStatus === 'fetching' || !isCurrent);
  void refetch(queryClient, { predicate });
}
