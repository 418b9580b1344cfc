import type { Documents, ViewReader } from '#projections/store/port.ts';
import { countDeadItems } from '#server/platform/outbox/item-counts.ts';
import {
  countFailedEvents as countFailedViewEvents,
  listNewestFailedEvents,
} from '#server/platform/projector/failed-events.ts';
import { countFailedEvents, listFailedEvents as listSetAside } from '#server/platform/subscriptions/failed-events.ts';

type FailureStores = { documents: Documents; views: ViewReader };

/** The dead letter's id in the API, by its id in the outbox, which has characters that have a meaning in a path. */
export function toDeadLetterId(itemId: string): string {
  return Buffer.from(itemId).toString('base64url');
}

/** The id in the outbox. */
export function fromDeadLetterId(id: string): string {
  return Buffer.from(id, 'base64url').toString();
}

/** Failed events of the views and the scout. `where` reads after 'in'. */
export async function listFailedEvents({ documents, views }: FailureStores) {
  const [parked, aside] = await Promise.all([listNewestFailedEvents(views), listSetAside(documents)]);
  return [
    ...parked.map(({ id, type, view, error }) => ({ id, type, where: `the view ${view}`, error })),
    ...aside.map(({ id, type, subscription, error }) => ({ id, type, where: subscription, error })),
  ];
}

export async function countDeadLetters({ documents, views }: FailureStores): Promise<number> {
  const counts = await Promise.all([
    countDeadItems(documents),
    countFailedViewEvents(views),
    countFailedEvents(documents),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
