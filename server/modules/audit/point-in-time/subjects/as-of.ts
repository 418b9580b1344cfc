import type * as z from 'zod';
import type { AsOfAnswer, asOfQuery, EventMoments, FieldChange } from '#domain/history/point-in-time.contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { findVisible, decryptEvents, findEncrypted, hasErased } from './decrypt-events.ts';
import { countUpTo, parsePointInTime } from '../replay/point-in-time.ts';
import { findNameAt, readName, namingTypes, describePastEvents, type SubjectHistory } from './event-sentences.ts';
import { type SubjectState, foldState } from './state-at.ts';
import { type PastSubject, type SubjectDeps, findSubject } from './subject.ts';

type AsOfQuery = z.infer<typeof asOfQuery>;

/** Folds a subject's own events up to a moment. Throws HttpError 404. */
export async function readAsOf(deps: SubjectDeps, query: AsOfQuery): Promise<AsOfAnswer> {
  const moment = parsePointInTime(query);
  const subject = await findSubject(deps, query, moment);
  const { kind, id, events } = subject;
  const count = countUpTo(events, moment);
  const { history: subjectHistory, before, state } = await readStates(subject, count, query.history === 'all');
  return {
    subject: { kind, id, name: findName(subjectHistory, count) },
    status: toStatus(count, state),
    event: (await describePastEvents(deps.views, subjectHistory, [Math.max(0, count - 1), count]))[0] ?? null,
    state: state as AsOfAnswer['state'], // documents are JSON
    changes: listFieldChanges(before, state),
    previous: events[count - 2]?.position ?? null,
    next: events[count]?.position ?? null,
    total: events.length,
    ...(await readHistory(deps.views, subjectHistory, query.history)),
  };
}

type SubjectStates = { history: SubjectHistory; before: SubjectState; state: SubjectState };

/** The states after `count` events and before the last of them, with as few events decrypted as needed. */
async function readStates(
  { kind, id, events, decryptEvents: open }: PastSubject,
  count: number,
  isWhole: boolean,
): Promise<SubjectStates> {
  const named = findEncrypted(events, namingTypes);
  const foldStates = (readable: StoredEvent[]): SubjectStates => ({
    history: { kind, id, events: readable },
    before: foldState(kind, id, readable.slice(0, Math.max(0, count - 1))),
    state: foldState(kind, id, readable.slice(0, count)),
  });
  const indexes = new Set([...findVisible(events, count), ...(isWhole ? named : named.slice(0, 1))]);
  const partial = foldStates(await decryptEvents(events, indexes, open));
  if (!hasErased(partial.before, partial.state)) return partial;
  return foldStates(await decryptEvents(events, new Set(findEncrypted(events)), open));
}

async function readHistory(
  views: ViewReader,
  subjectHistory: SubjectHistory,
  historyMode: AsOfQuery['history'],
): Promise<Pick<AsOfAnswer, 'history' | 'moments'>> {
  if (historyMode === 'none') return {};
  if (historyMode === 'moments') return { moments: listMoments(subjectHistory.events) };
  return { history: await describePastEvents(views, subjectHistory, [0, subjectHistory.events.length]) };
}

function listMoments(events: readonly StoredEvent[]): EventMoments {
  return { positions: events.map(({ position }) => position), times: events.map(({ metadata }) => metadata.at) };
}

function toStatus(count: number, state: SubjectState): AsOfAnswer['status'] {
  if (state !== null) return 'there';
  return count === 0 ? 'not yet' : 'deleted';
}

/** The name by then, or the first that was given later. */
function findName(subjectHistory: SubjectHistory, count: number): string {
  const { kind, id, events } = subjectHistory;
  const later = () => events.map((event) => readName(event, subjectHistory)).find((name) => name !== null);
  return findNameAt(subjectHistory, count) ?? later() ?? (kind === 'announcement' ? 'Announcement' : id);
}

/** The fields that differ, in display order. */
function listFieldChanges(before: SubjectState, after: SubjectState): FieldChange[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  fields.delete('id');
  return [...fields]
    .map((field) => ({ field, before: toJson(before?.[field]), after: toJson(after?.[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function toJson(value: unknown): FieldChange['before'] {
  // Documents hold JSON; an absent field is null in it.
  return (value ?? null) as FieldChange['before'];
}
