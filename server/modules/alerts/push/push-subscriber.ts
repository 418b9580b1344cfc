import type { Logger } from 'pino';
import type { AlertEvent } from '#domain/alert/events.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { isDelivered, readMatch } from '../streams/alert-streams.ts';
import { openCursor } from '#server/platform/event-store/cursor.ts';
import { isDigest } from '../matching/digests.ts';
import { createFindDeliveryTime } from '../matching/quiet-hours.ts';
import { findCurrentUser } from '#server/modules/users/index.ts';
import { createPushMessage } from './push-message.ts';
import { type NewPush, createPushSender, type PushJob } from './push-sender.ts';
import type { Push } from './subscriptions.ts';
import { createPushTransport, type PushTransport } from './push-transport.ts';

type DeliveredAlerts = Recorded<Extract<AlertEvent, { type: 'AlertsDelivered' }>>;

type PushSubscriberDeps = {
  events: EventStore;
  documents: Documents;
  push: Push;
  clock: Clock;
  log: Logger;
  views: ViewReader;
  findSendTime?: (userId: string) => Promise<number | null>;
  transport?: PushTransport;
  pauseAfter?: (tries: number) => number;
};

/**
 * Follows the log and pushes every alert that was delivered immediately to the browsers of its members. Alerts never
 * wait for it: it only reads deliveries.
 */
export async function startPushSubscriber(parts: PushSubscriberDeps): Promise<{ stop: () => Promise<void> }> {
  const { events, documents, push, log } = parts;
  const { subscriptions } = push;
  const cursor = await openCursor(documents, events, log, 'push');
  const { transport = createPushTransport(), findSendTime = createFindUserDeliveryTime(parts) } = parts;
  const outbox = createPushSender({ ...parts, ...push, transport, findSendTime });
  await outbox.resume(cursor.position());

  const pushesOf = async (delivered: DeliveredAlerts): Promise<NewPush[]> => {
    const { id, position, data } = delivered;
    const browsers = (await Promise.all(data.userIds.map((userId) => subscriptions.listByUser(userId)))).flat();
    if (browsers.length === 0) return [];
    const matched = await readMatch(events, delivered);
    if (matched === null) return [];
    const message = createPushMessage(matched);
    return browsers.map(({ id: subscriptionId, userId }) => {
      return { id: `${id}/${subscriptionId}`, subscriptionId, userId, position, message };
    });
  };

  // The checkpoint is saved before anything is sent, so that nothing is sent again after a crash.
  const following = events.subscribe(cursor.position(), async (batch) => {
    const jobs: PushJob[] = [];
    for (const event of batch) {
      if (!isDelivered(event) || isDigest(event)) continue;
      for (const push of await pushesOf(event)) jobs.push(await outbox.put(push));
    }
    cursor.advance(batch.at(-1)?.position ?? cursor.position());
    if (jobs.length > 0) await cursor.save();
    outbox.send(jobs);
  });

  return {
    stop: async () => {
      await following.stop();
      await cursor.save();
      await outbox.stop();
    },
  };
}

function createFindUserDeliveryTime(parts: Pick<PushSubscriberDeps, 'views' | 'events' | 'clock'>) {
  const whenToTell = createFindDeliveryTime(parts);
  return async (userId: string) => whenToTell(await findCurrentUser(parts, userId));
}
