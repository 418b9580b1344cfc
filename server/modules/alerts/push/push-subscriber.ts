import type { Logger } from 'pino';
import type { AlertEvent } from '#domain/alert/events.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { isImmediate } from '../streams/alert-streams.ts';
import { createDocumentCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { createFindDeliveryTime } from '../matching/quiet-hours.ts';
import { findCurrentUser } from '#server/modules/users/index.ts';
import { createPushMessage } from './push-message.ts';
import { type NewPush, createPushSender, type PushJob } from './push-sender.ts';
import type { Push } from './subscriptions.ts';
import { createPushTransport, type PushTransport } from './push-transport.ts';

type DeliveredAlerts = Recorded<Extract<AlertEvent, { type: 'AlertsDelivered' }>>;

export const pushedTypes = ['AlertsDelivered'] as const;

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
 * Pushes every alert that was delivered immediately to the browsers of its members. Alerts never
 * wait for it: it only reads deliveries.
 */
export async function startPushSubscriber(
  parts: PushSubscriberDeps,
  run: RunSubscriber,
): Promise<{ stop: () => Promise<void> }> {
  const { push } = parts;
  const { subscriptions } = push;
  const checkpoint = createDocumentCheckpoint(parts, 'push');
  const { transport = createPushTransport(), findSendTime = createFindUserDeliveryTime(parts) } = parts;
  const outbox = createPushSender({ ...parts, ...push, transport, findSendTime });
  await outbox.resume(await checkpoint.load());

  const pushesOf = async (delivered: DeliveredAlerts): Promise<NewPush[]> => {
    const { id, position, data } = delivered;
    const browsers = (await Promise.all(data.members.map(({ userId }) => subscriptions.listByUser(userId)))).flat();
    if (browsers.length === 0) return [];
    const message = createPushMessage(data);
    return browsers.map(({ id: subscriptionId, userId }) => {
      return { id: `${id}/${subscriptionId}`, subscriptionId, userId, position, message };
    });
  };

  const running = run({
    name: 'push',
    handles: pushedTypes,
    handle: async (batch) => {
      const jobs: PushJob[] = [];
      for (const event of batch) {
        if (!isImmediate(event)) continue;
        for (const push of await pushesOf(event)) jobs.push(await outbox.put(push));
      }
      const last = batch.at(-1);
      // Saved before anything is sent, so that nothing is sent again after a crash.
      if (last && jobs.length > 0) await checkpoint.save(last.position);
      outbox.send(jobs);
    },
    checkpoint,
  });

  return {
    stop: async () => {
      await running.stop();
      await outbox.stop();
    },
  };
}

function createFindUserDeliveryTime(parts: Pick<PushSubscriberDeps, 'views' | 'events' | 'clock'>) {
  const findSendTime = createFindDeliveryTime(parts);
  return async (userId: string) => findSendTime(await findCurrentUser(parts, userId));
}
