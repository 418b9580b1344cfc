import type { ChangedMessage } from '#domain/realtime.contract.ts';
import { alertCounts, alertDays } from '#projections/alert-counts.ts';
import { listings } from '#projections/listings.ts';
import { memberships } from '#projections/memberships.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { review } from '#projections/review.ts';
import { sources } from '#projections/sources.ts';
import { users } from '#projections/users.ts';
import { findEntries, type WorkflowLogSource } from '#projections/workflow-log.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { findNotedUsers } from './admin-note-updates.ts';
import { type createRooms, fullAdminRoom } from './rooms.ts';
import { throttleIds } from './throttle-ids.ts';

// The page shows 15; after a long catch-up no client needs thousands of single entries.
const maxEntries = 100;
// The login page may be loaded many times a second.
const visitThrottle = { pauseMs: 1000, maxIds: 100 };
// The overview changes with nearly every event.
const overviewThrottle = { pauseMs: 5000, maxIds: 1 };
const overviewViews = [users, memberships, alertDays, review, sources].map(({ view }) => view);
// Readers of the history are only notified that there is more of it, and load it.
const historyThrottle = { pauseMs: 500, maxIds: 1 };

// Listings in review are listings too, and each is shown with its matched members.
const changedViews: [ChangedMessage['view'], readonly Pick<AnyProjection, 'view' | 'handles'>[]][] = [
  ['users', [users]],
  ['listings', [listings, review, alertCounts]],
  ['scout', [sources]],
];

type AdminBroadcasterDeps = WorkflowLogSource & {
  rooms: ReturnType<typeof createRooms>;
  hasRoom: (room: string) => boolean;
};

/** Notifies admins of what a batch changed. */
export function createAdminBroadcaster({ rooms, hasRoom, ...source }: AdminBroadcasterDeps) {
  const sendChanged = ({ events, changed }: AppliedBatch) => {
    for (const [view, projections] of changedViews) {
      const ids = new Set(projections.flatMap((one) => [...(changed.get(one.view) ?? [])]));
      if (ids.size > 0) rooms.admins().emit('changed', { view, ids: [...ids] }, listCauses(events, projections));
    }
    const { ids, causes } = findNotedUsers(events);
    if (ids.length > 0) rooms.admins().emit('changed', { view: 'users', ids }, causes);
  };

  const sendVisitors = throttleIds(visitThrottle, (ids) => {
    rooms.admins().emit('changed', { view: 'visitors', ids }, []);
  });

  const sendOverview = throttleIds(overviewThrottle, () => {
    rooms.admins().emit('changed', { view: 'overview', ids: [] }, []);
  });

  const sendHistory = throttleIds(historyThrottle, (ids) => {
    rooms.fullAdmins().emit('changed', { view: 'history', ids }, []);
  });

  const sendLogEntries = async (changed: AppliedBatch['changed']) => {
    if (!hasRoom(fullAdminRoom)) return;
    const ids = [...(changed.get('workflow-log') ?? [])].slice(-maxEntries);
    for (const entry of await findEntries(source, ids)) rooms.fullAdmins().emit('workflow-log', entry);
  };

  return async (batch: AppliedBatch): Promise<void> => {
    const { events, changed } = batch;
    sendChanged(batch);
    sendVisitors(changed.get('visitors') ?? []);
    sendOverview(overviewViews.filter((view) => changed.has(view)));
    if (hasRoom(fullAdminRoom)) sendHistory(events.map(({ position }) => String(position)));
    await sendLogEntries(changed);
  };
}

/** The requests that caused the events which these views handle; '' for events that no request caused. */
function listCauses(events: StoredEvent[], projections: readonly Pick<AnyProjection, 'handles'>[]): string[] {
  const causes = events.filter(({ type }) => projections.some(({ handles }) => handles.some((one) => one === type)));
  return [...new Set(causes.map(({ metadata }) => metadata.requestId ?? ''))];
}
