import type { Logger } from 'pino';
import type { Metadata } from '#domain/shared/decider.ts';
import {
  findErasedSubject,
  type PersonalFields,
  extractPersonalData,
  erasePersonalData,
  restorePersonalData,
} from '#domain/event-catalog/personal-data.ts';
import { listMembers } from '#domain/event-catalog/sealed-members.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { mapWithYields, yieldToEventLoop } from '#server/lib/delay.ts';
import type { EventStore, NewEvent, StoredEvent } from '#server/platform/event-store/port.ts';
import { encrypt, decrypt } from './deterministic-cipher.ts';
import { listMemberIds, listTokens, openMembers, sealMembers } from './member-sealing.ts';
import type { SubjectKey, SubjectKeys } from './subject-keys.ts';

/** Beside data whose personal texts read '[erased]': these texts, encrypted with the subject's key. */
export type EncryptedPart = { subject: string; text: string };
type FatalLog = Pick<Logger, 'fatal'>;

/**
 * A log that encrypts the personal texts and the members of appended events, each with the key of its subject, and
 * decrypts them for readers. Text that was encrypted with a destroyed key reads '[erased]', and a member as a user that
 * does not exist. Other events pass unchanged.
 */
export function withFieldEncryption(store: EventStore, keys: SubjectKeys, log?: FatalLog): EventStore {
  const open = createDecryptor(keys);
  return {
    ...store,
    append: async (stream, events, expectedRevision, metadata) =>
      store.append(stream, await encryptEvents({ stream, events, metadata }, keys), expectedRevision, metadata),
    read: async (stream: string, from?: number, limit?: number) => {
      const { events, revision } = await store.read(stream, from, limit);
      return { events: await open(events), revision };
    },
    readAll: async (after, limit) => open(await store.readAll(after, limit)),
    readAllBackwards: async (before, limit) => open(await store.readAllBackwards(before, limit)),
    subscribe: (after, handle) =>
      store.subscribe(after, async (events) => {
        await handle(await open(events).catch((error: unknown) => logAndThrow(error, log)));
      }),
  };
}

function logAndThrow(error: unknown, log: FatalLog | undefined): never {
  if (error instanceof StoreDamaged) log?.fatal({ err: error }, 'Failed to decrypt the log: reading stopped');
  throw error;
}

type Append = { stream: string; events: NewEvent[]; metadata: Metadata };

async function encryptEvents({ stream, events, metadata }: Append, keys: SubjectKeys): Promise<NewEvent[]> {
  const personalData = events.map((event) => extractPersonalData({ ...event, metadata }));
  const subjects = new Set([...personalData.flatMap((one) => one?.subject ?? []), ...events.flatMap(listMemberIds)]);
  const found = await keys.ensure(subjects);
  const keyOf = (subject: string) => found.get(subject) ?? null;
  const tokens = new Map<string, string>();
  const encrypted = events.map((event, index) => {
    const personal = personalData[index] ?? null;
    if (personal === null) return sealMembers(stream, event, keyOf, tokens);
    return { ...event, data: encryptData(event, personal, keyOf(personal.subject)) };
  });
  await keys.tokens.put(tokens);
  return encrypted;
}

/** The data of an event as written. Where the key is destroyed, no decryptable text is left. */
function encryptData(
  { id, data }: Pick<NewEvent, 'id' | 'data'>,
  { subject, fields }: { subject: string; fields: PersonalFields },
  key: SubjectKey,
): unknown {
  const bare = erasePersonalData(data, fields);
  if (key === null) return bare;
  const sealed: EncryptedPart = { subject, text: encrypt(key, toAad(id), JSON.stringify(fields)) };
  return { ...(bare as object), sealed };
}

/** Adapters write ids in lower case. */
function toAad(id: string): string {
  return id.toLowerCase();
}

/** The encrypted part of an event; undefined for an event without one. */
export function ciphertextOf({ data }: Pick<StoredEvent, 'data'>): EncryptedPart | undefined {
  // Written by `encryptData`, which writes nothing else under this name.
  return (data as { sealed?: EncryptedPart } | null)?.sealed;
}

/** Members that are opened at once: their keys are loaded and unwrapped in one stretch. */
const maxMembersAtOnce = 500;

/**
 * Decrypts the encrypted parts and the members of events; other events pass unchanged. Other work has its turn between
 * events with many members. Throws as SubjectKeys does, StoreDamaged.
 */
export function createDecryptor(keys: SubjectKeys) {
  return async (events: StoredEvent[]): Promise<StoredEvent[]> => {
    for (const event of events) {
      const ended = ciphertextOf(event) === undefined ? findErasedSubject(event) : null;
      if (ended !== null) keys.release(ended);
    }
    const [first = [], ...others] = splitByMembers(events);
    const opened = await decryptPart(keys, first);
    for (const part of others) {
      await yieldToEventLoop();
      for (const event of await decryptPart(keys, part)) opened.push(event);
    }
    return opened;
  };
}

/** One event may have more members than are opened at once. */
function splitByMembers(events: StoredEvent[]): StoredEvent[][] {
  const parts: StoredEvent[][] = [];
  let members = 0;
  for (const event of events) {
    const { length } = listMembers(event);
    const part = members + length > maxMembersAtOnce ? undefined : parts.at(-1);
    members = part === undefined ? length : members + length;
    if (part === undefined) parts.push([event]);
    else part.push(event);
  }
  return parts;
}

async function decryptPart(keys: SubjectKeys, events: StoredEvent[]): Promise<StoredEvent[]> {
  const tokens = new Set(events.flatMap(listTokens));
  const owners = tokens.size === 0 ? noOwners : await keys.tokens.findSubjects(tokens);
  const subjects = new Set([...owners.values(), ...events.flatMap((event) => ciphertextOf(event)?.subject ?? [])]);
  if (subjects.size === 0 && tokens.size === 0) return [...events];
  const keyOf = await loadKeys(keys, subjects);
  const keyOfToken = (token: string) => keyOf(owners.get(token) ?? '');
  removeLateTokens(keys, owners, keyOf);
  return mapWithYields(events, (event) => openMembers(decryptEvent(event, keyOf), keyOfToken));
}

/** Another process may write tokens of a subject until it has read of the deletion: they are removed when met. */
function removeLateTokens(
  keys: SubjectKeys,
  owners: ReadonlyMap<string, string>,
  keyOf: (subject: string) => SubjectKey,
): void {
  const late = [...owners].filter(([, subject]) => keyOf(subject) === null).map(([token]) => token);
  // A reader whose documents are read-only leaves them to the others.
  if (late.length > 0) void keys.tokens.remove(late).catch(() => undefined);
}

const noOwners: ReadonlyMap<string, string> = new Map();

/** A key that is in memory may have been evicted a moment later. */
async function loadKeys(keys: SubjectKeys, subjects: ReadonlySet<string>): Promise<(subject: string) => SubjectKey> {
  const known = new Map<string, SubjectKey>();
  const missing = new Set<string>();
  for (const subject of subjects) {
    const key = keys.cached(subject);
    if (key === undefined) missing.add(subject);
    else known.set(subject, key);
  }
  for (const [subject, key] of missing.size === 0 ? [] : await keys.load(missing)) known.set(subject, key);
  return (subject) => known.get(subject) ?? null;
}

function dropEncryptedPart({ sealed: _sealed, ...bare }: { sealed: EncryptedPart }): object {
  return bare;
}

function decryptEvent(event: StoredEvent, keyOf: (subject: string) => SubjectKey): StoredEvent {
  const part = ciphertextOf(event);
  if (part === undefined) return event;
  const bare = dropEncryptedPart(event.data as { sealed: EncryptedPart });
  const key = keyOf(part.subject);
  if (key === null) return { ...event, data: bare };
  const text = decrypt(key, toAad(event.id), part.text);
  if (text === null) {
    throw new StoreDamaged(
      `The personal data of event ${event.position} (${event.type}) cannot be opened: the event was altered, or the key of its subject was. Restore the log and the credentials from one backup.`,
    );
  }
  // What was encrypted here is what `extractPersonalData` found.
  return { ...event, data: restorePersonalData(bare, JSON.parse(text) as PersonalFields) };
}
