import type { Server } from 'socket.io';
import type { AnnouncementView } from '#domain/announcement/contract.ts';
import type { AnnouncementEvent } from '#domain/announcement/events.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import { buildAlertMessages } from '#domain/alert/alert-view.ts';
import { findUser, toUserView } from '#projections/users.ts';
import { findEntries, type WorkflowLogSource } from '#projections/workflow-log.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { isDelivered } from '#server/modules/alerts/streams/alert-streams.ts';
import { throttleIds } from './throttle.ts';
import { adminRoom, fullAdminRoom, assignRoomsByRole, getUserRoom } from './rooms.ts';

// The page shows 15; after a long catch-up no client needs thousands of single entries.
const maxEntries = 100;
// The login page may be loaded many times a second.
const visitThrottle = { pauseMs: 1000, maxIds: 100 };
// Readers of the history are only notified that there is more of it, and load it.
const historyThrottle = { pauseMs: 500, maxIds: 1 };

type DeliveredEvent = Extract<AlertEvent, { type: 'AlertsDelivered' }>;

/** Notifies the rooms of what a batch changed. A user who is not connected costs one map lookup. */
export function createBroadcaster(io: Server, { views, findSubjects }: WorkflowLogSource) {
  const hasRoom = (room: string) => io.sockets.adapter.rooms.has(room);

  const sendUser = async (userId: string) => {
    const user = await findUser(views, userId);
    if (!user) return;
    const sockets = io.in(getUserRoom(userId));
    sockets.emit('user', toUserView(user));
    assignRoomsByRole(sockets, user);
  };

  const sendAlerts = ({ data }: StoredEvent & DeliveredEvent) => {
    const members = data.members.filter(({ userId }) => hasRoom(getUserRoom(userId)));
    for (const { member, message } of buildAlertMessages({ ...data, members })) {
      io.to(getUserRoom(member.userId)).emit('alert', message);
    }
  };

  const sendChanged = (view: 'users' | 'listings' | 'scout', ids: ReadonlySet<string> = new Set()) => {
    if (ids.size > 0) io.to(adminRoom).emit('changed', { view, ids: [...ids] });
  };

  const sendVisitors = throttleIds(visitThrottle, (ids) => {
    io.to(adminRoom).emit('changed', { view: 'visitors', ids });
  });

  const sendHistory = throttleIds(historyThrottle, (ids) => {
    io.to(fullAdminRoom).emit('changed', { view: 'history', ids });
  });

  const sendLogEntries = async (changed: AppliedBatch['changed']) => {
    if (!hasRoom(fullAdminRoom)) return;
    const ids = [...(changed.get('workflow-log') ?? [])].slice(-maxEntries);
    for (const entry of await findEntries({ views, findSubjects }, ids))
      io.to(fullAdminRoom).emit('workflow-log', entry);
  };

  /** Sends only the latest, which replaces all earlier ones. Every connected client is signed in. */
  const sendAnnouncement = (applied: StoredEvent[]) => {
    const published = applied.findLast(isPublished);
    if (!published) return;
    const view: AnnouncementView = { message: published.data.message };
    io.emit('announcement', view);
  };

  return async ({ events: applied, changed }: AppliedBatch): Promise<void> => {
    const people = [...(changed.get('users') ?? [])].filter((userId) => hasRoom(getUserRoom(userId)));
    for (const userId of people) await sendUser(userId);
    for (const event of applied.filter(isDelivered)) sendAlerts(event);
    sendAnnouncement(applied);
    if (!hasRoom(adminRoom)) return;
    sendChanged('users', changed.get('users'));
    // Listings in review are listings too, and each is shown with its matched members.
    const ofListings = ['listings', 'review', 'reach'].flatMap((view) => [...(changed.get(view) ?? [])]);
    sendChanged('listings', new Set(ofListings));
    sendChanged('scout', changed.get('sources'));
    sendVisitors(changed.get('visitors') ?? []);
    if (hasRoom(fullAdminRoom)) sendHistory(applied.map(({ position }) => String(position)));
    await sendLogEntries(changed);
  };
}

function isPublished(event: StoredEvent): event is StoredEvent & AnnouncementEvent {
  return event.type === 'AnnouncementPublished';
}
