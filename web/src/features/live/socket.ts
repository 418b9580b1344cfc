import type { QueryClient } from '@tanstack/react-query';
import { io } from 'socket.io-client';
import * as z from 'zod';
import { announcementView } from '#domain/announcement/contract.ts';
import { alertMessage } from '#domain/listing/contract.ts';
import { scoutPassMessage } from '#domain/matching/scout-activity.contract.ts';
import { userView } from '#domain/user/contract.ts';
import { workflowLogEntry } from '#domain/workflow-log/contract.ts';
import { formatPrice } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { recheckUser } from '#web/lib/session/session.ts';
import { applyAlert, applyAnnouncement, applyScouted, applyUser, applyWorkflowLog, refetch } from './cache-updates.ts';
import { createHeartbeatMonitor } from './heartbeat.ts';

const retryDelayMs = 1000;
/** In ms. The server sends a heartbeat every second; after two missed ones the connection counts as lost. */
const silenceTimeoutMs = 2200;
/** Coalesces a burst of changes into one refetch. */
const batchWindowMs = 150;

const changedMessage = z.object({ view: z.string() });

/**
 * Opens the window's one socket until `signal` aborts, and keeps the query cache up to date with it. `onLost` is called
 * when the connection is lost and when it is back; it reconnects automatically and refetches what may have been missed.
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
  const heartbeat = createHeartbeatMonitor(silenceTimeoutMs, onLost);
  let retry: ReturnType<typeof setTimeout> | undefined;

  const lost = () => {
    heartbeat.stop();
    onLost(true);
    // Disconnected by the server: the session may have ended, and then the page redirects.
    const reconnect = () => {
      clearTimeout(retry);
      if (!socket.active && !signal.aborted) retry = setTimeout(() => socket.connect(), retryDelayMs);
    };
    recheckUser(queryClient).then((user) => user && reconnect(), reconnect);
  };

  socket.io.on('ping', heartbeat.recordBeat);
  socket.on('connect', () => {
    onLost(false);
    heartbeat.recordBeat();
    void refetch(queryClient);
  });
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') lost();
  });
  socket.on('connect_error', lost);

  const listen = <T>(name: string, contract: z.ZodType<T>, handler: (message: T) => unknown) => {
    socket.on(name, (message: unknown) => {
      const { data } = contract.safeParse(message);
      if (data !== undefined) handler(data);
    });
  };
  listen('alert', alertMessage, (message) => {
    void applyAlert(queryClient, message);
    const { title, price } = message.listing;
    toast({ title: 'New listing in your area', description: [title, formatPrice(price)].filter(Boolean).join(' · ') });
  });
  listen('user', userView, (user) => applyUser(queryClient, user));
  listen('announcement', announcementView, (message) => applyAnnouncement(queryClient, message));
  listen('scouted', scoutPassMessage, (pass) => applyScouted(queryClient, pass));
  listen('workflow-log', workflowLogEntry, (entry) => applyWorkflowLog(queryClient, entry));
  const pendingViews = batchViewChanges((view) => void refetch(queryClient, { queryKey: [view] }));
  listen('changed', changedMessage, ({ view }) => pendingViews.add(view));

  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    heartbeat.stop();
    socket.io.off('ping', heartbeat.recordBeat);
    pendingViews.clear();
    socket.removeAllListeners();
    socket.disconnect();
  });
}

function batchViewChanges(refresh: (view: string) => void) {
  const views = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (view: string) => {
      views.add(view);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const changed of views) refresh(changed);
        views.clear();
      }, batchWindowMs);
    },
    clear: () => clearTimeout(timer),
  };
}
