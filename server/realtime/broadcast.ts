import type { AnnouncementEvent } from '#domain/announcement/events.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import { buildAlertMessages } from '#domain/alert/alert-view.ts';
import { findUser, toUserView } from '#projections/users.ts';
import type { WorkflowLogSource } from '#projections/workflow-log.ts';
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { AuthorizeDeps } from '#server/platform/http/routing/authorize.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { isDelivered } from '#server/modules/alerts/streams/alert-streams.ts';
import { createAdminBroadcaster } from './admin-broadcast.ts';
import { findListingUpdates } from './listing-updates.ts';
import { adminRoom, assignRoomsByRole, createRooms, getUserRoom, type LiveServer } from './rooms.ts';

type DeliveredEvent = Extract<AlertEvent, { type: 'AlertsDelivered' }>;

/** Notifies the rooms of what a batch changed. A user who is not connected costs one map lookup. */
export function createBroadcaster(
  io: LiveServer,
  { views, findSubjects, isAdminAllowed }: WorkflowLogSource & Pick<AuthorizeDeps, 'isAdminAllowed'>,
  perUser: KeyedMutex,
) {
  const rooms = createRooms(io);
  const hasRoom = (room: string) => io.sockets.adapter.rooms.has(room);
  const notifyAdmins = createAdminBroadcaster({ rooms, hasRoom, views, findSubjects });

  const sendUser = async (userId: string) => {
    const user = await findUser(views, userId);
    if (!user) return;
    rooms.user(userId).emit('user', toUserView(user));
    assignRoomsByRole(io.in(getUserRoom(userId)), user, await isAdminAllowed(userId));
  };

  const sendAlerts = ({ data }: StoredEvent & DeliveredEvent) => {
    const members = data.members.filter(({ userId }) => hasRoom(getUserRoom(userId)));
    for (const { member, message } of buildAlertMessages({ ...data, members })) {
      rooms.user(member.userId).emit('alert', message);
    }
  };

  const sendListings = async (events: StoredEvent[]) => {
    const isConnected = (userId: string) => hasRoom(getUserRoom(userId));
    for (const { userId, ids, causes } of await findListingUpdates(views, events, isConnected)) {
      rooms.user(userId).emit('changed', { view: 'listings', ids }, causes);
    }
  };

  /** Sends only the latest, which replaces all earlier ones. Every connected client is signed in. */
  const sendAnnouncement = (applied: StoredEvent[]) => {
    const published = applied.findLast(isPublished);
    if (published) rooms.everyone().emit('announcement', { message: published.data.message });
  };

  return async (batch: AppliedBatch): Promise<void> => {
    const { events: applied, changed } = batch;
    const people = [...(changed.get('users') ?? [])].filter((userId) => hasRoom(getUserRoom(userId)));
    for (const userId of people) await perUser(userId, () => sendUser(userId));
    for (const event of applied.filter(isDelivered)) sendAlerts(event);
    await sendListings(applied);
    sendAnnouncement(applied);
    if (hasRoom(adminRoom)) await notifyAdmins(batch);
  };
}

function isPublished(event: StoredEvent): event is StoredEvent & AnnouncementEvent {
  return event.type === 'AnnouncementPublished';
}
