import * as z from 'zod';
import { type DeadLetterView, deadLetterPaths, type ResendAllResult } from '#domain/dead-letter/contract.ts';
import { BadCursor } from '#projections/store/port.ts';
import { pagingQuery, setPageHeaders } from '#server/platform/http/routing/paging.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { type FailedEvent, listFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { listDeadLetters, deadLetterId } from './dead-letters.ts';
import { type DeadLetterDeps, createDeadLetterService } from './dead-letter-service.ts';

const defaultPageSize = 100;
/** The most dead letters that one call sends again. */
const maxResentCount = 500;
const pageQuery = z.object(pagingQuery);

/** Messages that failed permanently, and what admins do with them. */
export function deadLetterRoutes(deps: DeadLetterDeps): Route[] {
  const { documents } = deps;
  const service = createDeadLetterService(deps);

  return [
    route(
      { method: 'get', path: deadLetterPaths.list, access: 'admin', status: 200 },
      async ({ request, response }): Promise<DeadLetterView[]> => {
        const { limit = defaultPageSize, cursor } = pageQuery.parse(request.query);
        const [dead, events] = await Promise.all([listDeadLetters(documents), listFailedEvents(documents)]);
        const from = parseOffset(cursor);
        const total = dead.length + events.length;
        const shown = await Promise.all(dead.slice(from, from + limit).map(service.present));
        const rest = events.slice(Math.max(0, from - dead.length), Math.max(0, from + limit - dead.length));
        setPageHeaders(request, response, { total, ...(from + limit < total && { cursor: String(from + limit) }) });
        return [...shown, ...rest.map(presentFailedEvent)];
      },
    ),

    route(
      { method: 'post', path: deadLetterPaths.resendAll, access: 'admin', status: 200 },
      async ({ sender }): Promise<ResendAllResult> => {
        const dead = await listDeadLetters(documents);
        const counts = { resent: 0, refused: 0, left: Math.max(0, dead.length - maxResentCount) };
        for (const letter of dead.slice(0, maxResentCount)) {
          const isSent = await service.resend(deadLetterId(letter), sender).then(() => true, falseOnHttpError);
          counts[isSent ? 'resent' : 'refused'] += 1;
        }
        return counts;
      },
    ),

    route(
      { method: 'post', path: deadLetterPaths.resend(':id'), access: 'admin', status: 200 },
      async ({ request, sender }) => {
        const id = String(request.params['id']);
        await service.resend(id, sender);
        return { id };
      },
    ),

    route(
      { method: 'post', path: deadLetterPaths.discard(':id'), access: 'admin', status: 200 },
      async ({ request, sender }) => {
        const id = String(request.params['id']);
        await service.discard(id, sender);
        return { id };
      },
    ),
  ];
}

function parseOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw new BadCursor();
  return Number(cursor);
}

/** An event cannot be sent again: it is applied when the views are rebuilt or the scout is repaired. */
function presentFailedEvent({ id, type, subscription, error, at }: FailedEvent): DeadLetterView {
  return {
    id,
    kind: 'event',
    recipient: null,
    subject: `${type} in ${subscription.replace(/^views\//, 'the view ')}`,
    reason: error,
    failedAt: at,
    attempts: 3,
    refusal: 'An event cannot be sent again: mend the cause, then build the views anew',
  };
}

function falseOnHttpError(error: unknown): false {
  if (error instanceof HttpError) return false;
  throw error;
}
