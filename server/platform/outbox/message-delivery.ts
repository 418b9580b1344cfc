import type { ChannelAdapter } from '#server/platform/outbox/channel-adapter.ts';
import type { OutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import { type SenderDeps, startOutboxSender } from '#server/platform/outbox/sender.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';

/** A way to reach users: what puts its messages into the outbox, and what sends them. */
export type OutboxChannel = { subscriber: OutboxSubscriber; adapter: ChannelAdapter };

/**
 * Puts the messages of all channels into the outbox, in one process at a time; `onFenced` is called when another one has
 * begun to.
 */
export function startOutboxSubscribers(channels: readonly OutboxChannel[], run: RunSubscriber, onFenced: () => void) {
  const running = channels.map(({ subscriber }) => run({ ...subscriber, onFenced }));
  return {
    stop: async (): Promise<void> => {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

/** Sends the messages of all channels, beside other processes that do so. */
export function startMessageSender(deps: SenderDeps, channels: readonly OutboxChannel[]) {
  return startOutboxSender(
    deps,
    channels.map(({ adapter, subscriber: { findTerms } }) => ({ adapter, findTerms })),
  );
}
