import type * as z from 'zod';
import type { AsOfAnswer, asOfQuery } from '#domain/time-travel/contract.ts';
import type { Context } from '../context.ts';
import { changesBetween } from './changes.ts';
import { countBy, momentOf } from './moment.ts';
import { nameIn, pastEvents } from './sentences.ts';
import { type State, stateAfter } from './states.ts';
import { type Subject, subjectOf } from './subjects.ts';

/** Folds a subject's own events up to a moment. Throws Problem 404. */
export async function asOf(
  context: Pick<Context, 'events' | 'views' | 'emails'>,
  query: z.infer<typeof asOfQuery>,
): Promise<AsOfAnswer> {
  const moment = momentOf(query);
  const subject = await subjectOf(context, query, moment);
  const { kind, id, events } = subject;
  const count = countBy(events, moment);
  const before = stateAfter(kind, id, events.slice(0, Math.max(0, count - 1)));
  const state = stateAfter(kind, id, events.slice(0, count));
  const wanted = query.history === 'all' ? events : events.slice(0, count);
  const history = await pastEvents(context.views, subject, wanted);
  return {
    subject: { kind, id, name: nameOf(subject, count) },
    status: statusOf(count, state),
    event: history[count - 1] ?? null,
    state: state as AsOfAnswer['state'], // documents are JSON
    changes: changesBetween(before, state),
    previous: events[count - 2]?.position ?? null,
    next: events[count]?.position ?? null,
    total: events.length,
    ...(query.history === 'all' && { history }),
  };
}

function statusOf(count: number, state: State): AsOfAnswer['status'] {
  if (state !== null) return 'there';
  return count === 0 ? 'not yet' : 'deleted';
}

/** The name by then, or the first that was given. */
function nameOf({ kind, id, events }: Subject, count: number): string {
  const names = events.map((event) => nameIn(event, { kind, id }));
  const then = names.slice(0, count).findLast((name) => name !== null);
  return then ?? names.find((name) => name !== null) ?? (kind === 'announcement' ? 'Announcement' : id);
}
