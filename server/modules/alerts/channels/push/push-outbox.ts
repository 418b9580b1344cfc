import { hash } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import type { NewOutboxItem } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { createOutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import { createTermCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import { createFindDeliveryTime } from '../../matching/quiet-hours.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';
import { isImmediate } from '../../streams/alert-streams.ts';
import { createReceiverFinder, type ReceiverDeps } from '../../channel-framework/find-receiver.ts';
import { createPushAdapter, type FindSendTime, pushChannel, type PushContent } from './push-adapter.ts';
import { createPushMessage } from './push-message.ts';
import { createPushTransport, type PushTransport } from './push-transport.ts';
import type { Push } from './subscriptions.ts';

/** Open pages go first. */
const collectMs = 50;
export const pushedTypes: readonly string[] = ['AlertsDelivered'];

type PushChannelDeps = DocumentDeps &
  ReceiverDeps & {
    push: Push;
    outbox: Outbox;
  };
type PushChannelOptions = {
  transport?: PushTransport;
  findSendTime?: FindSendTime;
  backoffMs?: readonly number[];
};

/** Pushes every alert that is delivered immediately to the browsers of its members. */
export function openPushOutbox(deps: PushChannelDeps, options: PushChannelOptions = {}): OutboxChannel {
  const { push, clock, outbox } = deps;
  const { transport = createPushTransport(), findSendTime = createFindSendTime(deps), ...others } = options;
  return {
    adapter: createPushAdapter({ ...deps, transport, findSendTime, ...others }),
    subscriber: createOutboxSubscriber<PushContent>({
      name: 'push',
      handles: pushedTypes,
      checkpoint: createTermCheckpoint(deps, 'push'),
      collectMs,
      outbox,
      buildItems: (event) => buildPushes(event, push, clock),
    }),
  };
}

async function buildPushes(event: StoredEvent, { subscriptions }: Push, clock: Clock) {
  if (!isImmediate(event)) return [];
  const { id, position, data, metadata } = event;
  const browsers = await subscriptions.listByUsers(data.members.map(({ userId }) => userId));
  const message = createPushMessage(data);
  const due = clock().getTime();
  return browsers.map(({ id: subscriptionId, userId }): NewOutboxItem<PushContent> => {
    const content = { subscriptionId, message };
    const shared = { channel: pushChannel, createdAt: metadata.at, position, due };
    return { id: buildPushId(id, subscriptionId), userId, content, ...shared };
  });
}

/** The id in the outbox of the push to one browser that an event causes; it tells neither of them. */
export function buildPushId(eventId: string, subscriptionId: string): string {
  return `push:${hash('sha256', `${eventId}/${subscriptionId}`, 'base64url')}`;
}

function createFindSendTime(deps: PushChannelDeps): FindSendTime {
  const findDeliveryTime = createFindDeliveryTime(deps);
  const findReceiver = createReceiverFinder(deps);
  return async (item) => findDeliveryTime(await findReceiver(item));
}
