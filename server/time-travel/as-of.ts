import type * as z from 'zod';
import type { AsOfAnswer, asOfQuery } from '#domain/time-travel/contract.ts';
import { changesBetween } from './changes.ts';
import { countBy, momentOf } from './moment.ts';
import { nameBy, nameIn, pastEvents } from './sentences.ts';
import { type State, stateAfter } from './states.ts';
import { type Subject, subjectOf } from './subjects.ts';

/** Folds a subject's own events up to a moment. Throws Problem 404. */
export async function asOf(
  context: Parameters<typeof subjectOf>[0],
  query: z.infer<typeof asOfQuery>,
): Promise<AsOfAnswer> {
  const moment = momentOf(query);
  const subject = await subjectOf(context, query, moment);
  const { kind, id, events } = subject;
  const count = countBy(events, moment);
  const before = stateAfter(kind, id, events.slice(0, Math.max(0, count - 1)));
  const state = stateAfter(kind, id, events.slice(0, count));
  const isWhole = query.history === 'all';
  const history = await pastEvents(
    context.views,
    subject,
    isWhole ? [0, events.length] : [Math.max(0, count - 1), count],
  );
  return {
    subject: { kind, id, name: nameOf(subject, count) },
    status: statusOf(count, state),
    event: history[isWhole ? count - 1 : 0] ?? null,
    state: state as AsOfAnswer['state'], // documents are JSON
    changes: changesBetween(before, state),
    previous: events[count - 2]?.position ?? null,
    next: events[count]?.position ?? null,
    total: events.length,
    ...(isWhole && { history }),
  };
}

function statusOf(count: number, state: State): AsOfAnswer['status'] {
  if (state !== null) return 'there';
  return count === 0 ? 'not yet' : 'deleted';
}

/** The name by then, or the first that was given later. */
function nameOf(subject: Subject, count: number): string {
  const { kind, id, events } = subject;
  const later = () => events.map((event) => nameIn(event, subject)).find((name) => name !== null);
  return nameBy(subject, count) ?? later() ?? (kind === 'announcement' ? 'Announcement' : id);
}
