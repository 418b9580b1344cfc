import type { ChannelOutcome } from '#domain/user-details/contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import type { AlertChannel, ChannelState } from '../channel-framework/channel.ts';
import type { AlertRef } from '../channel-framework/dead-letter-channel.ts';

export type OfferedChannel = { channel: AlertChannel; state: ChannelState };
/** An alert of one member; `sentAt` is ISO 8601. */
export type SentAlert = AlertRef & { sentAt: string };
type Outcomes = { channels: OfferedChannel[]; userId: string; alerts: SentAlert[] };

/** The outcome of each alert of a member on each channel, in their order. */
export async function findOutcomes(
  documents: Pick<Documents, 'list'>,
  { channels, userId, alerts }: Outcomes,
): Promise<ChannelOutcome[][]> {
  const items = await listAll<OutboxItem>(documents, outboxSpace, { userId });
  return alerts.map((alert) =>
    channels.map(({ channel: { name, deadLetters }, state: { since } }) => {
      const own = items.filter(({ channel, content }) => channel === name && deadLetters.isAbout(content, alert));
      return { channel: name, ...describeOutcome(own, since !== null && since <= alert.sentAt) };
    }),
  );
}

/** An accepted message leaves the outbox without a trace. */
function describeOutcome(items: OutboxItem[], wasOn: boolean): Omit<ChannelOutcome, 'channel'> {
  const failed = items.find(({ state }) => state === 'dead');
  if (failed) return { state: 'failed', reason: failed.error };
  const [waiting] = items;
  if (waiting) return { state: 'pending', reason: waiting.error };
  return { state: wasOn ? 'sent' : 'off', reason: null };
}
