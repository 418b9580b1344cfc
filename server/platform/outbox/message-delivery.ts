import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { ChannelAdapter } from '#server/platform/outbox/channel-adapter.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { startOutboxSender } from '#server/platform/outbox/sender.ts';
import type { OutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';

/** A way to reach users: what puts its messages into the outbox, and what sends them. */
export type OutboxChannel = { subscriber: OutboxSubscriber; adapter: ChannelAdapter };

type MessageDeliveryDeps = { outbox: Outbox; documents: Documents; clock: Clock; log: Logger };

/** Sends the messages of all channels, in one process at a time. The first start begins at the end of the log. */
export async function startMessageDelivery(deps: MessageDeliveryDeps, channels: OutboxChannel[], run: RunSubscriber) {
  // What is in the log from now on is not missed, even if this process ends at once.
  for (const { subscriber } of channels) await subscriber.checkpoint.load();
  const sender = await startOutboxSender(
    deps,
    channels.map(({ adapter, subscriber: { savedPosition } }) => ({ adapter, savedPosition })),
  );
  const running = channels.map(({ subscriber }) => run(subscriber));
  return {
    stop: async (): Promise<void> => {
      await Promise.all(running.map(({ stop }) => stop()));
      await sender.stop();
    },
  };
}
