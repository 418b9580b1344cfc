import { type OutboxChannel, startMessageSender, startOutboxSubscribers } from '../message-delivery.ts';
import type { SenderDeps } from '../sender.ts';
import { solePresence } from '#server/platform/presence/presence.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';

/** The only process on its documents. */
export const soleOwner = { ...solePresence, ensureConfirmed: () => Promise.resolve() };

/** Puts the messages of these channels into the outbox, and sends them, as the only process does. */
export async function startMessageDelivery(
  { outbox, documents, clock, log }: Omit<SenderDeps, 'presence'>,
  channels: OutboxChannel[],
  run: RunSubscriber,
) {
  // What is in the log from now on is not missed.
  for (const { subscriber } of channels) await subscriber.checkpoint.load();
  const subscribers = startOutboxSubscribers(channels, run, () => undefined);
  const sender = startMessageSender({ outbox, documents, clock, log, presence: soleOwner }, channels);
  return {
    stop: async (): Promise<void> => {
      await subscribers.stop();
      await sender.stop();
    },
  };
}
