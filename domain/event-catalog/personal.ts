import type { DomainEvent } from './events.ts';

/** What stands in the place of a personal text, on disk and where its key is destroyed. */
export const erased = '[erased]';

/** The personal texts of an event, each where it stands in its data; the rest of the data is left out. */
export type Hidden = string | null | readonly Hidden[] | Named;
type Named = { readonly [field: string]: Hidden };
/** Whose they are: a user's id, or a day of visits. */
export type Personal = { subject: string; hidden: Hidden };

type Given = { type: string; data: unknown; metadata: { actor: string; at: string } };
/** Where personal texts stand: names within objects, `*` for each of a list. */
type Rule = { subject: (event: Given) => string | null; paths: readonly (readonly string[])[] };

const ownUser = ({ data }: Given) => textAt(data, 'userId');
const own = (...paths: string[][]): Rule => ({ subject: ownUser, paths });

/** By type, what is personal and whose. A type that is not here says nothing of a person but ids. */
const rules = {
  UserRegistered: own(['email']),
  EmailChanged: own(['email']),
  FiltersUpdated: own(['changes', 'zipCode']),
  ListingsSaved: own(...['title', 'price', 'details', 'link', 'imageUrl'].map((field) => ['listings', '*', field])),
  // City and state stay: they are counted, and name nobody.
  VisitRecorded: {
    subject: ({ metadata }) => visitsOf(metadata.at),
    paths: [['ipAddress'], ['userAgent'], ['referrer']],
  },
} satisfies Partial<Record<DomainEvent['type'], Rule>>;

const ruleOf: ReadonlyMap<string, Rule> = new Map(Object.entries(rules));

const visits = 'visits-';

/** The subject of all visits of a day in UTC, by any time in it (ISO 8601). */
export function visitsOf(time: string): string {
  return visits + time.slice(0, 'yyyy-MM-dd'.length);
}

/** The day (yyyy-MM-dd) whose visits a subject stands for; null for a user. */
export function dayOf(subject: string): string | null {
  return subject.startsWith(visits) ? subject.slice(visits.length) : null;
}

/** What of an event is personal, and whose; null where nothing is. What reads '[erased]' already is nobody's. */
export function personalOf(event: Given): Personal | null {
  const rule = ruleOf.get(event.type);
  if (rule === undefined) return null;
  const subject = rule.subject(event);
  if (subject === null) return null;
  const hidden = rule.paths.reduce<Hidden>((found, path) => joined(found, pick(event.data, path)), null);
  return hidden === null ? null : { subject, hidden };
}

/** The data with '[erased]' in the place of each hidden text. */
export function withoutPersonal(data: unknown, hidden: Hidden): unknown {
  return replaced(data, hidden, () => erased);
}

/** The data with the hidden texts in their places again. */
export function withPersonal(data: unknown, hidden: Hidden): unknown {
  return replaced(data, hidden, (text) => text);
}

/** Whose personal data an event puts an end to; null for an event that ends nobody's. */
export function endedBy({ type, data }: Pick<Given, 'type' | 'data'>): string | null {
  return type === 'UserDeleted' ? textAt(data, 'userId') : null;
}

function pick(value: unknown, [name, ...rest]: readonly string[]): Hidden {
  if (name === undefined) return typeof value === 'string' && value !== '' && value !== erased ? value : null;
  if (name !== '*') {
    const found = isObject(value) ? pick(value[name], rest) : null;
    return found === null ? null : { [name]: found };
  }
  const found = Array.isArray(value) ? value.map((one) => pick(one, rest)) : [];
  return found.some((one) => one !== null) ? found : null;
}

/** Two that lie at different places of the same data. */
function joined(some: Hidden, more: Hidden): Hidden {
  if (some === null || more === null) return some ?? more;
  if (isList(some) && isList(more)) return some.map((one, index) => joined(one, more[index] ?? null));
  if (!isNamed(some) || !isNamed(more)) return more;
  const names = [...new Set([...Object.keys(some), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, joined(some[name] ?? null, more[name] ?? null)]));
}

function replaced(value: unknown, hidden: Hidden, put: (text: string) => string): unknown {
  if (hidden === null) return value;
  if (typeof hidden === 'string') return put(hidden);
  if (isList(hidden)) {
    const list: unknown[] = Array.isArray(value) ? value : [];
    return list.map((one, index) => replaced(one, hidden[index] ?? null, put));
  }
  const before = isObject(value) ? value : {};
  const after: Record<string, unknown> = { ...before };
  for (const name of Object.keys(hidden)) after[name] = replaced(before[name], hidden[name] ?? null, put);
  return after;
}

function textAt(data: unknown, name: string): string | null {
  const value = isObject(data) ? data[name] : null;
  return typeof value === 'string' ? value : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(hidden: Hidden): hidden is readonly Hidden[] {
  return Array.isArray(hidden);
}

function isNamed(hidden: Hidden): hidden is Named {
  return isObject(hidden);
}
