import { eventCatalog } from './catalog.ts';
import type { EventDeclaration } from './event-declaration.ts';

/** Replaces a personal text on disk, and on reading once its key is destroyed. */
export const erasedText = '[erased]';

/** Replaces a personal text that cannot be decrypted, though its key was not destroyed. */
export const unreadableText = '[unreadable]';

/** The personal texts of an event, at their paths in its data; all other data is left out. */
export type PersonalFields = string | null | readonly PersonalFields[] | NamedFields;
type NamedFields = { readonly [field: string]: PersonalFields };
/** The data subject: a user's id, or a day of visits. */
export type PersonalData = { subject: string; fields: PersonalFields };

type EventToInspect = { type: string; data: unknown; metadata: { at: string } };

const declarations: ReadonlyMap<string, EventDeclaration> = new Map(Object.entries(eventCatalog));

const visitDayPrefix = 'visits-';

/** The subject of all visits of a day in UTC, from any time in it (ISO 8601). */
export function visitDaySubject(time: string): string {
  return visitDayPrefix + time.slice(0, 'yyyy-MM-dd'.length);
}

/** The day (yyyy-MM-dd) of a subject of visits; null for a user. */
export function findVisitDay(subject: string): string | null {
  return subject.startsWith(visitDayPrefix) ? subject.slice(visitDayPrefix.length) : null;
}

/**
 * The personal data of an event and its subject; null where there is none. A text that is '[erased]' already does not
 * count.
 */
export function extractPersonalData(event: EventToInspect): PersonalData | null {
  const rule = declarations.get(event.type)?.personal;
  if (rule === undefined) return null;
  const subject = rule.subject === 'user' ? readText(event.data, 'userId') : visitDaySubject(event.metadata.at);
  if (subject === null) return null;
  const fields = rule.paths.reduce<PersonalFields>(
    (found, path) => mergeFields(found, pickFields(event.data, path)),
    null,
  );
  return fields === null ? null : { subject, fields };
}

/** The data with '[erased]' in the place of each hidden text. */
export function erasePersonalData(data: unknown, hidden: PersonalFields): unknown {
  return replaceFields(data, hidden, () => erasedText);
}

/** The data with the hidden texts restored. */
export function restorePersonalData(data: unknown, hidden: PersonalFields): unknown {
  return replaceFields(data, hidden, (text) => text);
}

/** The subject whose personal data an event erases; null for all other events. */
export function findErasedSubject({ type, data }: Pick<EventToInspect, 'type' | 'data'>): string | null {
  return type === 'UserDeleted' ? readText(data, 'userId') : null;
}

function pickFields(value: unknown, [name, ...rest]: readonly string[]): PersonalFields {
  if (name === undefined) return typeof value === 'string' && value !== '' && value !== erasedText ? value : null;
  if (name !== '*') {
    const found = isObject(value) ? pickFields(value[name], rest) : null;
    return found === null ? null : { [name]: found };
  }
  const found = Array.isArray(value) ? value.map((one) => pickFields(one, rest)) : [];
  return found.some((one) => one !== null) ? found : null;
}

/** Merges fields at different paths of the same data. */
function mergeFields(some: PersonalFields, more: PersonalFields): PersonalFields {
  if (some === null || more === null) return some ?? more;
  if (isList(some) && isList(more)) return some.map((one, index) => mergeFields(one, more[index] ?? null));
  if (!isNamed(some) || !isNamed(more)) return more;
  const names = [...new Set([...Object.keys(some), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, mergeFields(some[name] ?? null, more[name] ?? null)]));
}

function replaceFields(value: unknown, hidden: PersonalFields, put: (text: string) => string): unknown {
  if (hidden === null) return value;
  if (typeof hidden === 'string') return put(hidden);
  if (isList(hidden)) {
    const list: unknown[] = Array.isArray(value) ? value : [];
    return list.map((one, index) => replaceFields(one, hidden[index] ?? null, put));
  }
  const before = isObject(value) ? value : {};
  const after: Record<string, unknown> = { ...before };
  for (const name of Object.keys(hidden)) after[name] = replaceFields(before[name], hidden[name] ?? null, put);
  return after;
}

function readText(data: unknown, name: string): string | null {
  const value = isObject(data) ? data[name] : null;
  return typeof value === 'string' ? value : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(hidden: PersonalFields): hidden is readonly PersonalFields[] {
  return Array.isArray(hidden);
}

function isNamed(hidden: PersonalFields): hidden is NamedFields {
  return isObject(hidden);
}
