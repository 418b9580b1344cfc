import * as z from 'zod';
import { type DeadLetterView, deadLetterPaths, type ResentAll } from '#domain/dead-letter/contract.ts';
import { BadCursor } from '#projections/store/port.ts';
import { paging, setPage } from '#server/platform/http/routing/paging.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { deadEvents, deadLetters, letterId } from './letters.ts';
import { type DeadLetterDeps, openLetters } from './resend.ts';

const usualPage = 100;
/** The most dead letters that one call sends again. */
const mostAtOnce = 500;
const query = z.object(paging);

/** What failed for good, and what admins do with it. */
export function deadLetterRoutes(deps: DeadLetterDeps): Route[] {
  const { documents } = deps;
  const letters = openLetters(deps);

  return [
    route(
      { method: 'get', path: deadLetterPaths.list, access: 'admin', status: 200 },
      async ({ request, response }): Promise<DeadLetterView[]> => {
        const { limit = usualPage, cursor } = query.parse(request.query);
        const [dead, events] = await Promise.all([deadLetters(documents), deadEvents(deps)]);
        const from = placeOf(cursor);
        const total = dead.length + events.length;
        const shown = await Promise.all(dead.slice(from, from + limit).map(letters.shown));
        const rest = events.slice(Math.max(0, from - dead.length), Math.max(0, from + limit - dead.length));
        setPage(request, response, { total, ...(from + limit < total && { cursor: String(from + limit) }) });
        return [...shown, ...rest.map(eventView)];
      },
    ),

    route(
      { method: 'post', path: deadLetterPaths.resendAll, access: 'admin', status: 200 },
      async ({ sender }): Promise<ResentAll> => {
        const dead = await deadLetters(documents);
        const counts = { resent: 0, refused: 0, left: Math.max(0, dead.length - mostAtOnce) };
        for (const letter of dead.slice(0, mostAtOnce)) {
          const isSent = await letters.resend(letterId(letter), sender).then(() => true, whereRefused);
          counts[isSent ? 'resent' : 'refused'] += 1;
        }
        return counts;
      },
    ),

    route(
      { method: 'post', path: deadLetterPaths.resend(':id'), access: 'admin', status: 200 },
      async ({ request, sender }) => {
        const id = String(request.params['id']);
        await letters.resend(id, sender);
        return { id };
      },
    ),

    route(
      { method: 'post', path: deadLetterPaths.discard(':id'), access: 'admin', status: 200 },
      async ({ request, sender }) => {
        const id = String(request.params['id']);
        await letters.discard(id, sender);
        return { id };
      },
    ),
  ];
}

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw new BadCursor();
  return Number(cursor);
}

/** An event cannot be sent again: it is applied when the views are rebuilt or the scout is repaired. */
function eventView({ id, type, where, error }: Awaited<ReturnType<typeof deadEvents>>[number]): DeadLetterView {
  return {
    id,
    kind: 'event',
    recipient: null,
    subject: `${type} in ${where}`,
    reason: error,
    failedAt: null,
    attempts: 3,
    refusal: 'An event cannot be sent again: mend the cause, then build the views anew',
  };
}

function whereRefused(error: unknown): false {
  if (error instanceof Problem) return false;
  throw error;
}
