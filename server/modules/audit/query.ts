import type * as z from 'zod';
import type { historyFilters } from '#domain/history/contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { EventFilters } from './search/history-query.ts';
import { IndexBehind } from './search/history-reader.ts';

type FilterQuery = z.infer<z.ZodObject<typeof historyFilters>>;

/** The filters by ids; null where the person is unknown, so that nothing can be found. Throws HttpError 400. */
export async function resolveFilters(
  query: FilterQuery,
  emails: Pick<EmailRegistry, 'findOwner'>,
): Promise<EventFilters | null> {
  const { person, stream, type, q, ...span } = await resolvePerson(query, emails);
  const [from, to] = [toMilliseconds(span.from, 'first'), toMilliseconds(span.to, 'last')];
  if (from !== null && to !== null && from > to) throw new HttpError(400, 'from must not be later than to');
  const id = person?.includes('@') ? await emails.findOwner(person) : person;
  if (person && id === null) return null;
  return { person: emptyToNull(id), stream: emptyToNull(stream), types: type ?? null, from, to, q: emptyToNull(q) };
}

/** The filters as they were given, with the id of the person in place of an email. */
export function toManifestFilter(query: FilterQuery, filters: EventFilters | null): Record<string, unknown> {
  const resolved = filters && { person: filters.person, q: filters.q, type: filters.types };
  const given = Object.entries({ ...query, ...resolved });
  return Object.fromEntries(given.filter(([, value]) => value && value.length > 0));
}

/** A day means its first or last millisecond in UTC. */
function toMilliseconds(text: string | undefined, end: 'first' | 'last'): number | null {
  if (text === undefined || text === '') return null;
  const isDay = text.length === 'yyyy-MM-dd'.length;
  return Date.parse(isDay ? `${text}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}Z` : text);
}

/** A user's email address among the words filters by that user: the searched texts hold no address. */
async function resolvePerson(query: FilterQuery, emails: Pick<EmailRegistry, 'findOwner'>): Promise<FilterQuery> {
  const words = (query.q ?? '').split(/\s+/);
  const address = words.find((word) => word.includes('@'));
  const id = address === undefined || emptyToNull(query.person) ? null : await emails.findOwner(address);
  return id === null ? query : { ...query, person: id, q: words.filter((word) => word !== address).join(' ') };
}

/** Empty parameters are ignored. */
function emptyToNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** Throws HttpError 503 where the index lacks events, and any other error as it is. */
export function throwBusy(error: unknown): never {
  if (!(error instanceof IndexBehind)) throw error;
  const sentence = `The history is being indexed, ${error.percent} % so far. Filters and causes are there once that is done.`;
  throw new HttpError(503, sentence, { 'Retry-After': '5' });
}
