import { hash } from 'node:crypto';
import type { LinkedChannel } from '#domain/alert/channels.contract.ts';
import { buildAlertMessages } from '#domain/alert/alert-view.ts';
import type { ListingStatus } from '#domain/listing/marks.contract.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { NewOutboxItem } from '#server/platform/outbox/item.ts';
import { joinListings } from '../email/build-emails.ts';
import type { MailContent } from '../email/transport/mail.ts';
import { isDelivered } from '../../streams/alert-streams.ts';

/** A member's own change of the status of a listing; `at` is ISO 8601. */
export type StatusChange = { kind: 'status-changed'; listingId: string; status: ListingStatus | null; at: string };
/** What a chat or a webhook is sent: the listings of a mail, a test, or what its member changed. */
export type AlertContent = Extract<MailContent, { kind: 'alerts' | 'test-alert' }> | StatusChange;

export const alertTypes: readonly string[] = ['AlertsDelivered'];
/** In ms: what is older is not sent. */
const maxAgeMs = 86_400_000;
/** How long the parts of a daily digest are gathered, in ms. */
const digestQuietMs = 3_000;
const digestMaxWaitMs = 20_000;

export type LinkedItemsDeps = {
  channel: LinkedChannel;
  links: { listActive: (userIds: string[]) => Promise<Set<string>> };
  clock: Clock;
};

/** Where a channel was off for days, what happened since is not sent. */
export function isOutdated({ metadata }: StoredEvent, clock: Clock): boolean {
  return clock().getTime() - Date.parse(metadata.at) > maxAgeMs;
}

/**
 * The items of one channel that an event causes. What waits for the same member, as in quiet hours, becomes one message.
 */
export async function buildAlertItems(
  event: StoredEvent,
  { channel, links, clock }: LinkedItemsDeps,
): Promise<NewOutboxItem<AlertContent>[]> {
  const now = clock().getTime();
  if (!isDelivered(event) || isOutdated(event, clock)) return [];
  const { id, data, metadata, position } = event;
  const active = await links.listActive(data.members.map(({ userId }) => userId));
  const members = data.members.filter(({ userId }) => active.has(userId));
  const isDaily = data.mode === 'daily';
  const waitMs = isDaily ? { due: digestQuietMs, latestDue: digestMaxWaitMs } : { due: 0, latestDue: 0 };
  const times = { createdAt: metadata.at, due: now + waitMs.due, latestDue: now + waitMs.latestDue };
  return buildAlertMessages({ ...data, members }).map(({ member, message }) => {
    const { userId } = member;
    const content: AlertContent = { kind: 'alerts', listings: [message.listing], total: 1, isDaily };
    const joinKey = `${channel}/${isDaily ? 'digest' : 'alerts'}/${userId}`;
    return { id: buildLinkedItemId(channel, id, member), channel, userId, position, joinKey, content, ...times };
  });
}

/** The id in the outbox of the message to one member that an event causes; it tells neither of them. */
export function buildLinkedItemId(
  channel: LinkedChannel,
  eventId: string,
  { userId, token = userId }: { userId: string; token?: string },
): string {
  return `${channel}:${hash('sha256', `${eventId}/${token}`, 'base64url')}`;
}

export function joinAlertContents(first: AlertContent, next: AlertContent): AlertContent {
  return first.kind === 'alerts' && next.kind === 'alerts' ? joinListings(first, next) : first;
}
