import { propertyWords, splitWords } from '#domain/history/event-words.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import { history, type HistoryDoc } from '#projections/history.ts';
import { toPositionId } from '#projections/store/position-id.ts';
import type { Condition, ViewReader, Where, WordPattern } from '#projections/store/port.ts';

/**
 * The filters of a search; null stands for all. `person` is an id, `stream` may end in `*`, an event has one of `types`;
 * times are ms since 1970.
 */
export type EventFilters = {
  person: string | null;
  stream: string | null;
  types: readonly string[] | null;
  from: number | null;
  to: number | null;
  q: string | null;
};
export const allEvents: EventFilters = { person: null, stream: null, types: null, from: null, to: null, q: null };

/** Positions strictly between. */
export type SearchSpan = { before: number; after: number };

/** Between two positions, as ids of documents. */
export type HistoryCondition = Where & { id: { gt: string; lt: string } };

/** The clocks of all processes that ever wrote the log are assumed to differ by less. */
const maxClockSkewMs = 24 * 60 * 60_000;

/**
 * The condition on the documents of the history; null where none can meet it. Every word of `q` begins a word of an event.
 * `tokens` stand for the person in events whose members are sealed.
 */
export async function buildCondition(
  views: Pick<ViewReader, 'list'>,
  filters: EventFilters,
  tokens: readonly string[],
  span: SearchSpan,
): Promise<HistoryCondition | null> {
  const times = await findTimeSpan(views, filters);
  if (times === null) return null;
  const allOf = listPatterns(filters, tokens);
  const after = Math.max(span.after, times.after);
  const before = Math.min(span.before, times.before);
  const { from, to } = filters;
  return {
    ...(allOf.length > 0 && { words: { allOf } }),
    id: { gt: toPositionId(Math.max(after, 0)), lt: toPositionId(Math.min(before, Number.MAX_SAFE_INTEGER)) },
    ...(from !== null && { at: { gt: formatTime(from) } }),
    ...(to !== null && { at: { ...(from !== null && { gt: formatTime(from) }), lt: `${formatTime(to)}~` } }),
  };
}

function listPatterns({ person, stream, types, q }: EventFilters, tokens: readonly string[]): WordPattern[][] {
  const words = splitWords(q ?? '').map((prefix) => [{ prefix }]);
  return compact([
    person !== null && [person, ...tokens].map(propertyWords.person),
    types?.map(propertyWords.type),
    stream !== null && [toStreamPattern(stream)],
    ...words,
  ]);
}

function toStreamPattern(stream: string): WordPattern {
  return stream.endsWith('*') ? { prefix: propertyWords.stream(stream.slice(0, -1)) } : propertyWords.stream(stream);
}

/**
 * The positions between which the events of a time are, so that no others are read: a log is in the order of time but for
 * the differences of clocks.
 */
async function findTimeSpan(
  views: Pick<ViewReader, 'list'>,
  { from, to }: Pick<EventFilters, 'from' | 'to'>,
): Promise<SearchSpan | null> {
  const find = async (at: Condition, direction: 'asc' | 'desc') => {
    const query = { where: { at }, sort: [{ field: 'at', direction }], limit: 1 };
    const [firstDoc] = (await views.list<HistoryDoc>(history.view, query)).docs;
    return firstDoc ? Number(firstDoc.id) : null;
  };
  const first = from === null ? 0 : await find({ gt: formatTime(from - maxClockSkewMs) }, 'asc');
  const last = to === null ? Infinity : await find({ lt: formatTime(to + maxClockSkewMs) }, 'desc');
  return first === null || last === null ? null : { after: first - 1, before: last + 1 };
}

const lastTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Without its zone, the time is just before all texts of that time. */
function formatTime(time: number): string {
  return new Date(Math.min(time, lastTime)).toISOString().slice(0, -1);
}
