import { isInStream } from '#domain/event-catalog/streams.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { NewOutboxItem } from '#server/platform/outbox/item.ts';
import { buildLinkedItemId, isOutdated, type LinkedItemsDeps, type StatusChange } from '../linked/alert-content.ts';

export const statusTypes: readonly string[] = ['ListingMarked'];

/** The message that a member's change of a status causes; other marks cause none. */
export async function buildStatusItems(
  event: StoredEvent,
  { channel, links, clock }: LinkedItemsDeps,
): Promise<NewOutboxItem<StatusChange>[]> {
  if (!isInStream(event, 'mark') || isOutdated(event, clock)) return [];
  const { id, metadata, position } = event;
  const changes = event.data.members.filter(({ status }) => status !== undefined);
  if (changes.length === 0) return [];
  const active = await links.listActive(changes.map(({ userId }) => userId));
  return changes.flatMap((member) => {
    const { userId, listingId, status = null } = member;
    if (listingId === null || !active.has(userId)) return [];
    const content: StatusChange = { kind: 'status-changed', listingId, status, at: metadata.at };
    const times = { createdAt: metadata.at, due: clock().getTime() };
    return [{ id: buildLinkedItemId(channel, id, member), channel, userId, position, content, ...times }];
  });
}
