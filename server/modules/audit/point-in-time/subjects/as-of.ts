import type * as z from 'zod';
import type { AsOfAnswer, asOfQuery, Moments } from '#domain/time-travel/contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { changesBetween } from './changes.ts';
import { lasting, legible, sealedOf, showsErased } from './legible.ts';
import { countBy, momentOf } from '../replay/moment.ts';
import { nameBy, nameIn, naming, pastEvents, type Told } from './sentences.ts';
import { type State, stateAfter } from './states.ts';
import { type Subject, type SubjectDeps, subjectOf } from './subjects.ts';

type Query = z.infer<typeof asOfQuery>;

/** Folds a subject's own events up to a moment. Throws Problem 404. */
export async function asOf(deps: SubjectDeps, query: Query): Promise<AsOfAnswer> {
  const moment = momentOf(query);
  const subject = await subjectOf(deps, query, moment);
  const { kind, id, events } = subject;
  const count = countBy(events, moment);
  const { told, before, state } = await seenAt(subject, count, query.history === 'all');
  return {
    subject: { kind, id, name: nameOf(told, count) },
    status: statusOf(count, state),
    event: (await pastEvents(deps.views, told, [Math.max(0, count - 1), count]))[0] ?? null,
    state: state as AsOfAnswer['state'], // documents are JSON
    changes: changesBetween(before, state),
    previous: events[count - 2]?.position ?? null,
    next: events[count]?.position ?? null,
    total: events.length,
    ...(await historyOf(deps.views, told, query.history)),
  };
}

type Seen = { told: Told; before: State; state: State };

/** The states after `count` events and before the last of them, with as little opened as they need. */
async function seenAt({ kind, id, events, open }: Subject, count: number, isWhole: boolean): Promise<Seen> {
  const named = sealedOf(events, naming);
  const seen = (readable: StoredEvent[]): Seen => ({
    told: { kind, id, events: readable },
    before: stateAfter(kind, id, readable.slice(0, Math.max(0, count - 1))),
    state: stateAfter(kind, id, readable.slice(0, count)),
  });
  const wanted = new Set([...lasting(events, count), ...(isWhole ? named : named.slice(0, 1))]);
  const few = seen(await legible(events, wanted, open));
  if (!showsErased(few.before, few.state)) return few;
  return seen(await legible(events, new Set(sealedOf(events)), open));
}

async function historyOf(
  views: ViewReader,
  told: Told,
  wanted: Query['history'],
): Promise<Pick<AsOfAnswer, 'history' | 'moments'>> {
  if (wanted === 'none') return {};
  if (wanted === 'moments') return { moments: momentsOf(told.events) };
  return { history: await pastEvents(views, told, [0, told.events.length]) };
}

function momentsOf(events: readonly StoredEvent[]): Moments {
  return { positions: events.map(({ position }) => position), times: events.map(({ metadata }) => metadata.at) };
}

function statusOf(count: number, state: State): AsOfAnswer['status'] {
  if (state !== null) return 'there';
  return count === 0 ? 'not yet' : 'deleted';
}

/** The name by then, or the first that was given later. */
function nameOf(told: Told, count: number): string {
  const { kind, id, events } = told;
  const later = () => events.map((event) => nameIn(event, told)).find((name) => name !== null);
  return nameBy(told, count) ?? later() ?? (kind === 'announcement' ? 'Announcement' : id);
}
