import type { Server } from 'socket.io';
import type { AnnouncementView } from '#domain/announcement/contract.ts';
import type { AnnouncementEvent } from '#domain/announcement/events.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import { alertMessages } from '#domain/alert/shown.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { findUser, toUserView } from '#projections/users.ts';
import { entriesById } from '#projections/workflow-log.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Applied } from '#server/platform/projector/projector.ts';
import { isDelivered, matchOf } from '#server/modules/alerts/streams/alert-streams.ts';
import { batched } from './batched.ts';
import { admins, fullAdmins, placeByRole, roomOfUser } from './rooms.ts';

// The page shows 15; after a long catch-up nobody needs thousands of single lines.
const mostEntries = 100;
// The login page may be loaded many times a second.
const visitPause = { pause: 1000, most: 100 };
// Readers of the history are told only that there is more of it, and load it.
const historyPause = { pause: 500, most: 1 };

type NewsDeps = { views: ViewReader; events: Pick<EventStore, 'read'> };
type Delivered = Extract<AlertEvent, { type: 'AlertsDelivered' }>;

/** Notifies the rooms of what a batch changed. A user who is not connected costs one map lookup. */
export function createNews(io: Server, { views, events }: NewsDeps) {
  const isThere = (room: string) => io.sockets.adapter.rooms.has(room);

  const tellUser = async (userId: string) => {
    const user = await findUser(views, userId);
    if (!user) return;
    const sockets = io.in(roomOfUser(userId));
    sockets.emit('user', toUserView(user));
    placeByRole(sockets, user);
  };

  const tellAlerts = async (delivered: StoredEvent & Delivered) => {
    const { data } = delivered;
    const userIds = data.userIds.filter((userId) => isThere(roomOfUser(userId)));
    if (userIds.length === 0) return;
    const matched = await matchOf(events, delivered);
    if (!matched) return;
    for (const { userId, message } of alertMessages(matched, { ...data, userIds })) {
      io.to(roomOfUser(userId)).emit('alert', message);
    }
  };

  const tellAdmins = (view: 'users' | 'listings' | 'scout', ids: ReadonlySet<string> = new Set()) => {
    if (ids.size > 0) io.to(admins).emit('changed', { view, ids: [...ids] });
  };

  const tellVisitors = batched(visitPause, (ids) => {
    io.to(admins).emit('changed', { view: 'visitors', ids });
  });

  const tellHistory = batched(historyPause, (ids) => {
    io.to(fullAdmins).emit('changed', { view: 'history', ids });
  });

  const tellLog = async (changed: Applied['changed']) => {
    if (!isThere(fullAdmins)) return;
    const ids = [...(changed.get('workflow-log') ?? [])].slice(-mostEntries);
    for (const entry of await entriesById(views, ids)) io.to(fullAdmins).emit('workflow-log', entry);
  };

  /** Sends only the latest, which replaces all earlier ones. Every connected client is signed in. */
  const tellAnnouncement = (applied: StoredEvent[]) => {
    const published = applied.findLast(isPublished);
    if (!published) return;
    const view: AnnouncementView = { message: published.data.message };
    io.emit('announcement', view);
  };

  return async ({ events: applied, changed }: Applied): Promise<void> => {
    const people = [...(changed.get('users') ?? [])].filter((userId) => isThere(roomOfUser(userId)));
    for (const userId of people) await tellUser(userId);
    for (const event of applied.filter(isDelivered)) await tellAlerts(event);
    tellAnnouncement(applied);
    if (!isThere(admins)) return;
    tellAdmins('users', changed.get('users'));
    // Listings in review are listings too, and each is shown with the members that it reached.
    const ofListings = ['listings', 'review', 'reach'].flatMap((view) => [...(changed.get(view) ?? [])]);
    tellAdmins('listings', new Set(ofListings));
    tellAdmins('scout', changed.get('sources'));
    tellVisitors(changed.get('visitors') ?? []);
    if (isThere(fullAdmins)) tellHistory(applied.map(({ position }) => String(position)));
    await tellLog(changed);
  };
}

function isPublished(event: StoredEvent): event is StoredEvent & AnnouncementEvent {
  return event.type === 'AnnouncementPublished';
}
