import * as z from 'zod';
import { type DeadLetterView, deadLetterPaths, type ResentAll } from '#domain/dead-letter/contract.ts';
import { BadCursor } from '#projections/store/port.ts';
import type { Context } from '../context.ts';
import { paging, setPage } from '../http/paging.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { deadEvents, deadLetters, letterId } from './letters.ts';
import { openLetters } from './resend.ts';

const usualPage = 100;
/** So many are sent again in one call. */
const mostAtOnce = 500;
const query = z.object(paging);

/** What failed for good, and what admins do with it. */
export function deadLetterRoutes(context: Context): Route[] {
  const { documents } = context;
  const letters = openLetters(context);

  return [
    route(
      { method: 'get', path: deadLetterPaths.list, access: 'admin', status: 200 },
      async ({ request, response }): Promise<DeadLetterView[]> => {
        const { limit = usualPage, cursor } = query.parse(request.query);
        const [dead, events] = await Promise.all([deadLetters(documents), deadEvents(context)]);
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

/** Nobody can send an event again: it is taken up when the views are built anew, or the scout mended. */
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
