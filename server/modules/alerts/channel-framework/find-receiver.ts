import { startPosition } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { findCurrentUser, loadUserFromEvents } from '#server/modules/users/index.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';

export type ReceiverDeps = Pick<Platform, 'views' | 'events'> & { viewStore: Pick<ViewStore, 'checkpoints'> };

/**
 * The user whom an item is for, no older than its position. The log is read where the view is not that far: an item
 * that waited would wait as long as the view is built in another version.
 */
export function createReceiverFinder({ views, events, viewStore }: ReceiverDeps) {
  let known = startPosition;
  return async ({ userId, position }: Pick<OutboxItem, 'userId' | 'position'>): Promise<UserDoc | null> => {
    if (position > known) known = (await viewStore.checkpoints()).get(users.view) ?? startPosition;
    return position > known ? loadUserFromEvents(events, userId) : findCurrentUser({ views, events }, userId);
  };
}
