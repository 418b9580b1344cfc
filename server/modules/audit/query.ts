import * as z from 'zod';
import type { Emails } from '#server/modules/users/index.ts';
import type { Filters } from './search/wanted.ts';

const once = (name: string, most: number) =>
  z.string(`${name} must be given once`).trim().max(most, `${name} must be at most ${most} characters`).optional();
const position = (name: string) =>
  z
    .string(`${name} must be given once`)
    .regex(/^\d{1,15}$/, `${name} must be a position in the log`)
    .transform(Number)
    .optional();

/** A day alone means its first or last millisecond in UTC. */
function moment(name: string, end: 'first' | 'last') {
  const wrong = `${name} must be a day such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z`;
  return z
    .string(`${name} must be given once`)
    .trim()
    .transform((text, context) => {
      if (text === '') return null;
      const time = timeOf(text, end);
      if (time !== null) return time;
      context.addIssue({ code: 'custom', message: wrong });
      return z.NEVER;
    })
    .nullable()
    .default(null);
}

function timeOf(text: string, end: 'first' | 'last'): number | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const time = Date.parse(isDay ? `${text}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}Z` : text);
  if (Number.isNaN(time)) return null;
  // Date.parse takes the 30th of February for the 2nd of March.
  const isReal = new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  return isReal ? time : null;
}

const filters = {
  person: once('person', 254),
  stream: once('stream', 200),
  type: once('type', 100),
  from: moment('from', 'first'),
  to: moment('to', 'last'),
  q: once('q', 200),
};
const inOrder = { message: 'from must not be later than to', path: ['from'] };
const isInOrder = ({ from, to }: { from: number | null; to: number | null }) =>
  from === null || to === null || from <= to;

const wrongLimit = 'limit must be a whole number from 1 to 500';

/** What a page of the history is asked with. */
export const historyQuery = z
  .object({
    ...filters,
    limit: z
      .string(wrongLimit)
      .regex(/^[1-9]\d{0,2}$/, wrongLimit)
      .transform(Number)
      .refine((limit) => limit <= 500, wrongLimit)
      .default(50),
    cursor: position('cursor'),
    after: position('after'),
  })
  .refine(isInOrder, inOrder);

export const exportQuery = z
  .object({ ...filters, format: z.enum(['jsonl', 'csv'], 'format must be jsonl or csv').default('jsonl') })
  .refine(isInOrder, inOrder);

type Asked = Pick<z.infer<typeof historyQuery>, keyof typeof filters>;

/** The filters by ids; null where the person is nobody, so that nothing can be found. */
export async function filtersOf(asked: Asked, emails: Pick<Emails, 'holderOf'>): Promise<Filters | null> {
  const { person, stream, type, from, to, q } = await withPerson(asked, emails);
  const id = person?.includes('@') ? await emails.holderOf(person) : person;
  if (person && id === null) return null;
  return { person: given(id), stream: given(stream), type: given(type), from, to, q: given(q) };
}

/** The address of somebody among the words asks for that person: no address is in what is searched. */
async function withPerson(asked: Asked, emails: Pick<Emails, 'holderOf'>): Promise<Asked> {
  const words = (asked.q ?? '').split(/\s+/);
  const address = words.find((word) => word.includes('@'));
  const id = address === undefined || given(asked.person) ? null : await emails.holderOf(address);
  return id === null ? asked : { ...asked, person: id, q: words.filter((word) => word !== address).join(' ') };
}

/** What is empty asks for nothing. */
function given(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
