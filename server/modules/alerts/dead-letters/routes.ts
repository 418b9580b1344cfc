import { deadLetterEndpoints } from '#domain/dead-letter/contract.ts';
import { BadCursor } from '#projections/store/port.ts';
import { setPageHeaders } from '#server/platform/http/routing/paging.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';
import { countDeadItems } from '#server/platform/outbox/item-counts.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { countFailedEvents, type FailedEvent, pageFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import type { DeadLetterService } from './dead-letter-service.ts';
import { eventCursorPrefix, itemCursorPrefix } from './dead-letters.ts';
import { presentFailedEvent } from './event-dead-letters.ts';
import { beginResendRun } from './resend-all.ts';
import { findResendRun, presentResendRun } from './resend-run.ts';

type DeadLetterDeps = ViewDeps & {
  outbox: Outbox;
  deadLetters: DeadLetterService;
};

/** Messages that failed permanently, and what admins do with them. */
export function deadLetterRoutes(deps: DeadLetterDeps): Route[] {
  const { documents, deadLetters, views } = deps;

  return [
    route(deadLetterEndpoints.listDeadLetters, async (call) => {
      const { limit, cursor = itemCursorPrefix } = call.query;
      const counts = await Promise.all([countDeadItems(documents), countFailedEvents(documents)]);
      const page = await readPage(deps, { limit, cursor });
      setPageHeaders(call, { total: counts[0] + counts[1], cursor: page.next });
      const events = page.events.map((failed) => presentFailedEvent(views, failed));
      return [...(await deadLetters.presentAll(page.items)), ...(await Promise.all(events))];
    }),

    route(deadLetterEndpoints.resendAllDeadLetters, async ({ response, sender }) => {
      const run = await beginResendRun(deps, sender);
      if (run.endedAt === null) response.status(202);
      const { resent, refused, left } = presentResendRun(run);
      return { resent, refused, left };
    }),

    route(deadLetterEndpoints.getResendRun, async () => {
      const run = await findResendRun(deps);
      return run && presentResendRun(run);
    }),

    route(deadLetterEndpoints.resendDeadLetter, async ({ params: { id }, response, sender }) => {
      const isPending = !(await deadLetters.resend(id, sender));
      if (isPending) response.status(202);
      return { id, isPending };
    }),

    route(deadLetterEndpoints.discardDeadLetter, async ({ params: { id }, sender }) => {
      await deadLetters.discard(id, sender);
      return { id };
    }),
  ];
}

type Page = { items: OutboxItem[]; events: FailedEvent[]; next?: string | undefined };

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
