import * as z from 'zod';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { EventFilters } from './search/history-query.ts';

const singleText = (name: string, maxLength: number) =>
  z
    .string(`${name} must be given once`)
    .trim()
    .max(maxLength, `${name} must be at most ${maxLength} characters`)
    .optional();
const positionParameter = (name: string) =>
  z
    .string(`${name} must be given once`)
    .regex(/^\d{1,15}$/, `${name} must be a position in the log`)
    .transform(Number)
    .optional();

/** A day without a time means its first or last millisecond in UTC. */
function momentParameter(name: string, end: 'first' | 'last') {
  const wrong = `${name} must be a day such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z`;
  return z
    .string(`${name} must be given once`)
    .trim()
    .transform((text, context) => {
      if (text === '') return null;
      const time = parseTime(text, end);
      if (time !== null) return time;
      context.addIssue({ code: 'custom', message: wrong });
      return z.NEVER;
    })
    .nullable()
    .default(null);
}

function parseTime(text: string, end: 'first' | 'last'): number | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const time = Date.parse(isDay ? `${text}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}Z` : text);
  if (Number.isNaN(time)) return null;
  // Date.parse reads the 30th of February as the 2nd of March.
  const isReal = new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  return isReal ? time : null;
}

const filterParameters = {
  person: singleText('person', 254),
  stream: singleText('stream', 200),
  type: singleText('type', 100),
  from: momentParameter('from', 'first'),
  to: momentParameter('to', 'last'),
  q: singleText('q', 200),
};
const orderIssue = { message: 'from must not be later than to', path: ['from'] };
const isInOrder = ({ from, to }: { from: number | null; to: number | null }) =>
  from === null || to === null || from <= to;

const limitMessage = 'limit must be a whole number from 1 to 500';

/** The query parameters of a page of the history. */
export const historyPageQuery = z
  .object({
    ...filterParameters,
    limit: z
      .string(limitMessage)
      .regex(/^[1-9]\d{0,2}$/, limitMessage)
      .transform(Number)
      .refine((limit) => limit <= 500, limitMessage)
      .default(50),
    cursor: positionParameter('cursor'),
    after: positionParameter('after'),
  })
  .refine(isInOrder, orderIssue);

export const historyExportQuery = z
  .object({ ...filterParameters, format: z.enum(['jsonl', 'csv'], 'format must be jsonl or csv').default('jsonl') })
  .refine(isInOrder, orderIssue);

type FilterQuery = Pick<z.infer<typeof historyPageQuery>, keyof typeof filterParameters>;

/** The filters by ids; null where the person is unknown, so that nothing can be found. */
export async function resolveFilters(
  query: FilterQuery,
  emails: Pick<EmailRegistry, 'findOwner'>,
): Promise<EventFilters | null> {
  const { person, stream, type, from, to, q } = await resolvePerson(query, emails);
  const id = person?.includes('@') ? await emails.findOwner(person) : person;
  if (person && id === null) return null;
  return { person: emptyToNull(id), stream: emptyToNull(stream), type: emptyToNull(type), from, to, q: emptyToNull(q) };
}

/** A user's e-mail address among the words filters by that user: the searched texts hold no address. */
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
