import { deadLetterEndpoints } from '#domain/dead-letter/contract.ts';
import { BadCursor } from '#projections/store/port.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { countDeadItems } from '#server/platform/outbox/item-counts.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { createDeadLetterService, type DeadLetterServiceDeps } from './dead-letter-service.ts';
import {
  countFailedEvents,
  type FailedEvent,
  listFailedEvents,
  pageFailedEvents,
  requestReplay,
} from '#server/platform/subscriptions/failed-events.ts';
import { toDeadLetterId } from './dead-letters.ts';
import { presentFailedEvent } from './event-dead-letters.ts';
import { createLinkedDeadLetters } from './linked-dead-letters.ts';
import { createMailDeadLetters } from './mail-dead-letters.ts';
import { createPushDeadLetters } from './push-dead-letters.ts';

type DeadLetterDeps = DeadLetterServiceDeps &
  Parameters<typeof createMailDeadLetters>[0] &
  Parameters<typeof createPushDeadLetters>[0] & { channels: Parameters<typeof createLinkedDeadLetters>[1] };

/** The most dead letters that one call sends again. */
const maxResentCount = 500;

/** Messages that failed permanently, and what admins do with them. */
export function deadLetterRoutes(deps: DeadLetterDeps): Route[] {
  const { documents, outbox } = deps;
  const service = createDeadLetterService(deps, [
    createMailDeadLetters(deps),
    createPushDeadLetters(deps),
    createLinkedDeadLetters('telegram', deps.channels),
    createLinkedDeadLetters('webhook', deps.channels),
  ]);

  return [
    route(deadLetterEndpoints.listDeadLetters, async (call) => {
      const { limit, cursor = itemCursorPrefix } = call.query;
      const counts = await Promise.all([countDeadItems(documents), countFailedEvents(documents)]);
      const page = await readPage(deps, { limit, cursor });
      setPageHeaders(call, { total: counts[0] + counts[1], cursor: page.next });
      return [...(await Promise.all(page.items.map(service.present))), ...page.events.map(presentFailedEvent)];
    }),

    route(deadLetterEndpoints.resendAllDeadLetters, async ({ sender }) => {
      const total = await countDeadItems(documents);
      const { docs } = await outbox.listDead(maxResentCount);
      const counts = { resent: 0, refused: 0, left: Math.max(0, total - docs.length) };
      for (const { id } of docs) {
        const isSent = await service.resend(toDeadLetterId(id), sender).then(() => true, falseOnHttpError);
        counts[isSent ? 'resent' : 'refused'] += 1;
      }
      for (const { id } of await listFailedEvents(documents)) if (await requestReplay(deps, id)) counts.resent += 1;
      return counts;
    }),

    route(deadLetterEndpoints.resendDeadLetter, async ({ params: { id }, response, sender }) => {
      const isPending = !(await service.resend(id, sender));
      if (isPending) response.status(202);
      return { id, isPending };
    }),

    route(deadLetterEndpoints.discardDeadLetter, async ({ params: { id }, sender }) => {
      await service.discard(id, sender);
      return { id };
    }),
  ];
}

type Page = { items: OutboxItem[]; events: FailedEvent[]; next?: string | undefined };

/** A cursor continues after an item of the outbox, or, behind all items, after an event; alone it is the beginning. */
const itemCursorPrefix = 'item:';
const eventCursorPrefix = 'event:';

/** Throws BadCursor. */
async function readPage(
  { documents, outbox }: Pick<DeadLetterDeps, 'documents' | 'outbox'>,
  { limit, cursor }: { limit: number; cursor: string },
): Promise<Page> {
  if (cursor.startsWith(eventCursorPrefix)) {
    const after = cursor.slice(eventCursorPrefix.length) || undefined;
    return { items: [], ...(await readEvents(documents, { limit, cursor: after })) };
  }
  if (!cursor.startsWith(itemCursorPrefix)) throw new BadCursor();
  const { docs: items, cursor: next } = await outbox.listDead(
    limit,
    cursor.slice(itemCursorPrefix.length) || undefined,
  );
  if (next !== undefined) return { items, events: [], next: itemCursorPrefix + next };
  if (items.length < limit) return { items, ...(await readEvents(documents, { limit: limit - items.length })) };
  const hasEvents = (await countFailedEvents(documents)) > 0;
  return { items, events: [], next: hasEvents ? eventCursorPrefix : undefined };
}

async function readEvents(
  documents: DeadLetterDeps['documents'],
  page: { limit: number; cursor?: string | undefined },
): Promise<Omit<Page, 'items'>> {
  const { docs: events, cursor } = await pageFailedEvents(documents, page);
  return { events, next: cursor === undefined ? undefined : eventCursorPrefix + cursor };
}

function falseOnHttpError(error: unknown): false {
  if (error instanceof HttpError) return false;
  throw error;
}
