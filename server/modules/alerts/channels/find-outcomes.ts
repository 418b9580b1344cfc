import { alertStream } from '#domain/event-catalog/streams.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { ChannelOutcome } from '#domain/user-details/contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';
import { readCheckpoints } from '#server/platform/subscriptions/checkpoints.ts';
import type { AlertChannel, ChannelState } from '../channel-framework/channel.ts';
import type { AlertRef } from '../channel-framework/dead-letter-channel.ts';

export type OfferedChannel = { channel: AlertChannel; state: ChannelState };
/** An alert of one member; `sentAt` is ISO 8601. */
export type SentAlert = AlertRef & { sentAt: string };
type Outcomes = { channels: OfferedChannel[]; userId: string; alerts: SentAlert[] };

/** The outcome of each alert of a member on each channel, in their order. */
export async function findOutcomes(
  { documents, encryptedEvents }: Pick<Platform, 'documents' | 'encryptedEvents'>,
  { channels, userId, alerts }: Outcomes,
): Promise<ChannelOutcome[][]> {
  // Before the items: a message that is put after this read counts as waiting.
  const checkpoints = await readCheckpoints(documents);
  const items = await listAll<OutboxItem>(documents, outboxSpace, { userId });
  const describe = async (alert: SentAlert) => {
    const position = await findLastPosition(encryptedEvents, alert);
    return channels.map(({ channel: { name, deadLetters }, state: { since } }) => {
      const own = items.filter(({ channel, content }) => channel === name && deadLetters.isAbout(content, alert));
      const isPut = (checkpoints.get(name) ?? startPosition) >= position;
      return { channel: name, ...describeOutcome(own, { isPut, wasOn: since !== null && since <= alert.sentAt }) };
    });
  };
  return Promise.all(alerts.map(describe));
}

async function findLastPosition(
  encryptedEvents: Pick<Platform['encryptedEvents'], 'read'>,
  { listingId, n }: AlertRef,
): Promise<Position> {
  return (await encryptedEvents.read(alertStream(listingId, n))).events.at(-1)?.position ?? startPosition;
}

/** An accepted message leaves the outbox without a trace. */
function describeOutcome(
  items: OutboxItem[],
  { isPut, wasOn }: { isPut: boolean; wasOn: boolean },
): Omit<ChannelOutcome, 'channel'> {
  const failed = items.find(({ state }) => state === 'dead');
  if (failed) return { state: 'failed', reason: failed.error };
  const [waiting] = items;
  if (waiting) return { state: 'pending', reason: waiting.error };
  if (!wasOn) return { state: 'off', reason: null };
  return { state: isPut ? 'sent' : 'pending', reason: null };
}
