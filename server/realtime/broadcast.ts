import type { AnnouncementEvent } from '#domain/announcement/events.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import { buildAlertMessages } from '#domain/alert/alert-view.ts';
import { alertCounts } from '#projections/alert-counts.ts';
import { listings } from '#projections/listings.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { review } from '#projections/review.ts';
import { sources } from '#projections/sources.ts';
import { findUser, toUserView, users } from '#projections/users.ts';
import { findEntries, type WorkflowLogSource } from '#projections/workflow-log.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { isDelivered } from '#server/modules/alerts/streams/alert-streams.ts';
import type { ChangedMessage } from '#domain/realtime.contract.ts';
import { createTimer } from '#server/lib/delay.ts';
import { findListingUpdates } from './listing-updates.ts';
import { adminRoom, fullAdminRoom, assignRoomsByRole, createRooms, getUserRoom, type LiveServer } from './rooms.ts';

// The page shows 15; after a long catch-up no client needs thousands of single entries.
const maxEntries = 100;
// The login page may be loaded many times a second.
const visitThrottle = { pauseMs: 1000, maxIds: 100 };
// Readers of the history are only notified that there is more of it, and load it.
const historyThrottle = { pauseMs: 500, maxIds: 1 };

// Listings in review are listings too, and each is shown with its matched members.
const changedViews: [ChangedMessage['view'], readonly Pick<AnyProjection, 'view' | 'handles'>[]][] = [
  ['users', [users]],
  ['listings', [listings, review, alertCounts]],
  ['scout', [sources]],
];

type DeliveredEvent = Extract<AlertEvent, { type: 'AlertsDelivered' }>;

/** Notifies the rooms of what a batch changed. A user who is not connected costs one map lookup. */
export function createBroadcaster(io: LiveServer, { views, findSubjects }: WorkflowLogSource) {
  const rooms = createRooms(io);
  const hasRoom = (room: string) => io.sockets.adapter.rooms.has(room);

  const sendUser = async (userId: string) => {
    const user = await findUser(views, userId);
    if (!user) return;
    rooms.user(userId).emit('user', toUserView(user));
    assignRoomsByRole(io.in(getUserRoom(userId)), user);
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

  const sendChanged = ({ events, changed }: AppliedBatch) => {
    for (const [view, projections] of changedViews) {
      const ids = new Set(projections.flatMap((one) => [...(changed.get(one.view) ?? [])]));
      if (ids.size > 0) rooms.admins().emit('changed', { view, ids: [...ids] }, listCauses(events, projections));
    }
  };

  const sendVisitors = throttleIds(visitThrottle, (ids) => {
    rooms.admins().emit('changed', { view: 'visitors', ids }, []);
  });

  const sendHistory = throttleIds(historyThrottle, (ids) => {
    rooms.fullAdmins().emit('changed', { view: 'history', ids }, []);
  });

  const sendLogEntries = async (changed: AppliedBatch['changed']) => {
    if (!hasRoom(fullAdminRoom)) return;
    const ids = [...(changed.get('workflow-log') ?? [])].slice(-maxEntries);
    for (const entry of await findEntries({ views, findSubjects }, ids)) rooms.fullAdmins().emit('workflow-log', entry);
  };

  /** Sends only the latest, which replaces all earlier ones. Every connected client is signed in. */
  const sendAnnouncement = (applied: StoredEvent[]) => {
    const published = applied.findLast(isPublished);
    if (published) rooms.everyone().emit('announcement', { message: published.data.message });
  };

  return async (batch: AppliedBatch): Promise<void> => {
    const { events: applied, changed } = batch;
    const people = [...(changed.get('users') ?? [])].filter((userId) => hasRoom(getUserRoom(userId)));
    for (const userId of people) await sendUser(userId);
    for (const event of applied.filter(isDelivered)) sendAlerts(event);
    await sendListings(applied);
    sendAnnouncement(applied);
    if (!hasRoom(adminRoom)) return;
    sendChanged(batch);
    sendVisitors(changed.get('visitors') ?? []);
    if (hasRoom(fullAdminRoom)) sendHistory(applied.map(({ position }) => String(position)));
    await sendLogEntries(changed);
  };
}

/** The requests that caused the events which these views handle; '' for events that no request caused. */
function listCauses(events: StoredEvent[], projections: readonly Pick<AnyProjection, 'handles'>[]): string[] {
  const causes = events.filter(({ type }) => projections.some(({ handles }) => handles.some((one) => one === type)));
  return [...new Set(causes.map(({ metadata }) => metadata.requestId ?? ''))];
}

function isPublished(event: StoredEvent): event is StoredEvent & AnnouncementEvent {
  return event.type === 'AnnouncementPublished';
}

/**
 * Reports ids at once, and those that come within `pauseMs` ms after that together: the listeners are notified at most
 * once per interval. Of more than `maxIds` ids only the latest are reported.
 */
export function throttleIds({ pauseMs, maxIds }: { pauseMs: number; maxIds: number }, tell: (ids: string[]) => void) {
  let waiting: string[] = [];

  const flush = () => {
    if (waiting.length === 0) return;
    const ids = waiting;
    waiting = [];
    timer.start(pauseMs);
    tell(ids);
  };

  const timer = createTimer(flush);

  return (ids: Iterable<string>) => {
    waiting = [...waiting, ...ids].slice(-maxIds);
    if (!timer.isRunning()) flush();
  };
}
