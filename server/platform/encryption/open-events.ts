import {
  erasedText,
  findErasedSubject,
  type PersonalFields,
  restorePersonalData,
  unreadableText,
} from '#domain/event-catalog/personal-data.ts';
import { listMembers } from '#domain/event-catalog/sealed-members.ts';
import type { EventDamage } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { mapWithYields, yieldToEventLoop } from '#server/lib/delay.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { describeEventPlace } from '#server/platform/event-store/stored-event.ts';
import { decrypt } from './deterministic-cipher.ts';
import { listTokens, openMembers } from './member-sealing.ts';
import type { LostKey, SubjectKey, SubjectKeys } from './subject-keys.ts';

/** Beside data whose personal texts read '[erased]': these texts, encrypted with the subject's key. */
export type EncryptedPart = { subject: string; text: string };
export type FoundKey = SubjectKey | LostKey;
export type EventOpener = (events: StoredEvent[]) => Promise<StoredEvent[]>;

/** Adapters write ids in lower case. */
export function toAad(id: string): string {
  return id.toLowerCase();
}

/** The encrypted part of an event; undefined for an event without one, null where it is none that was written here. */
export function ciphertextOf(event: Pick<StoredEvent, 'data' | 'damage'>): EncryptedPart | null | undefined {
  if (hasDamagedData(event)) return undefined;
  const { sealed } = (event.data ?? {}) as { sealed?: unknown }; // any field of any data
  if (sealed === undefined) return undefined;
  return isEncryptedPart(sealed) ? sealed : null;
}

function isEncryptedPart(value: unknown): value is EncryptedPart {
  const isObject = typeof value === 'object' && value !== null && 'subject' in value && 'text' in value;
  return isObject && typeof value.subject === 'string' && typeof value.text === 'string';
}

/** Members that are opened at once: their keys are loaded and unwrapped in one stretch. */
const maxMembersAtOnce = 500;

/**
 * Decrypts the encrypted parts and the members of events; other events pass unchanged. Text that was encrypted with a
 * destroyed key reads '[erased]', and a member as a user that does not exist. An event that cannot be decrypted though
 * its key was not destroyed carries its damage; those around it read as they were written. Other work has its turn
 * between events with many members. Throws StoreUnavailable.
 */
export function createEventOpener(keys: SubjectKeys): EventOpener {
  // An alert may follow a deletion that its writer had not read: its members read as they will without the key.
  const deleted = new Set<string>();
  return async (events) => {
    for (const event of events) {
      const ended = ciphertextOf(event) === undefined ? findErasedSubject(event) : null;
      if (ended === null) continue;
      keys.release(ended);
      deleted.add(ended);
    }
    const [first = [], ...others] = splitByMembers(events);
    const openedEvents = await openPart({ keys, deleted }, first);
    for (const part of others) {
      await yieldToEventLoop();
      for (const event of await openPart({ keys, deleted }, part)) openedEvents.push(event);
    }
    return openedEvents;
  };
}

/** One event may have more members than are opened at once. */
function splitByMembers(events: StoredEvent[]): StoredEvent[][] {
  const batches: StoredEvent[][] = [];
  let members = 0;
  for (const event of events) {
    const { length } = listMembers(event);
    const part = members + length > maxMembersAtOnce ? undefined : batches.at(-1);
    members = part === undefined ? length : members + length;
    if (part === undefined) batches.push([event]);
    else part.push(event);
  }
  return batches;
}

type OpeningKeys = { keys: SubjectKeys; deleted: ReadonlySet<string> };

async function openPart({ keys, deleted }: OpeningKeys, events: StoredEvent[]): Promise<StoredEvent[]> {
  const tokens = new Set(events.flatMap(listTokens));
  const owners = tokens.size === 0 ? noOwners : await keys.tokens.findSubjects(tokens);
  const ciphertexts = events.map(ciphertextOf).filter((part) => part !== undefined);
  if (tokens.size === 0 && ciphertexts.length === 0) return [...events];
  const subjects = new Set([...owners.values(), ...ciphertexts.flatMap((part) => part?.subject ?? [])]);
  const keyOf = await loadKeys(keys, subjects);
  const keyOfToken = (token: string) => {
    const owner = owners.get(token) ?? '';
    return deleted.has(owner) ? null : keyOf(owner);
  };
  removeLateTokens(keys, owners, keyOf);
  const subjectOf = (token: string) => owners.get(token) ?? token;
  return mapWithYields(events, (event) => openMembers(decryptEvent(event, keyOf), keyOfToken, subjectOf));
}

/** Another process may write tokens of a subject until it has read of the deletion: they are removed when met. */
function removeLateTokens(
  keys: SubjectKeys,
  owners: ReadonlyMap<string, string>,
  keyOf: (subject: string) => FoundKey,
): void {
  const late = [...owners].filter(([, subject]) => keyOf(subject) === null).map(([token]) => token);
  // A reader whose documents are read-only leaves them to the others.
  if (late.length > 0) void keys.tokens.remove(late).catch(() => undefined);
}

const noOwners: ReadonlyMap<string, string> = new Map();

/** A key that is in memory may have been evicted a moment later. */
async function loadKeys(keys: SubjectKeys, subjects: ReadonlySet<string>): Promise<(subject: string) => FoundKey> {
  const keyBySubject = new Map<string, FoundKey>();
  const missing = new Set<string>();
  for (const subject of subjects) {
    const key = keys.cached(subject);
    if (key === undefined) missing.add(subject);
    else keyBySubject.set(subject, key);
  }
  for (const [subject, key] of missing.size === 0 ? [] : await keys.load(missing)) keyBySubject.set(subject, key);
  return (subject) => keyBySubject.get(subject) ?? null;
}

function dropEncryptedPart({ sealed: _sealed, ...bare }: { sealed: unknown }): object {
  return bare;
}

function decryptEvent(event: StoredEvent, keyOf: (subject: string) => FoundKey): StoredEvent {
  const part = ciphertextOf(event);
  if (part === undefined) return event;
  const bare = dropEncryptedPart(event.data as { sealed: unknown }); // it has an encrypted part
  if (part === null) return markUnreadable(event, bare, describeAlteration(event));
  const key = keyOf(part.subject);
  if (key === null) return { ...event, data: bare };
  if (key instanceof StoreDamaged)
    return markUnreadable(event, bare, { part: 'texts', problem: key.message, cause: part.subject });
  const text = decrypt(key, toAad(event.id), part.text);
  if (text === null) return markUnreadable(event, bare, describeAlteration(event));
  // What was encrypted here is what `extractPersonalData` found.
  return { ...event, data: restorePersonalData(bare, JSON.parse(text) as PersonalFields) };
}

function describeAlteration(event: StoredEvent): EventDamage {
  const problem = `The personal data in ${describeEventPlace(event)} cannot be opened: the event was altered, or the key of its subject was. Restore the log and the credentials from one backup, then replay the event under dead letters.`;
  return { part: 'texts', problem, cause: String(event.position) };
}

function markUnreadable(event: StoredEvent, bare: object, damage: EventDamage): StoredEvent {
  return { ...event, data: replaceErased(bare), damage };
}

function replaceErased(value: unknown): unknown {
  if (value === erasedText) return unreadableText;
  if (Array.isArray(value)) return value.map(replaceErased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaceErased(field)]));
}
