import type { Logger } from 'pino';
import type { Metadata } from '#domain/shared/decider.ts';
import {
  findErasedSubject,
  type PersonalFields,
  extractPersonalData,
  erasePersonalData,
  restorePersonalData,
} from '#domain/event-catalog/personal-data.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import type { EventStore, NewEvent, StoredEvent } from '#server/platform/event-store/port.ts';
import { encrypt, decrypt } from './deterministic-cipher.ts';
import type { SubjectKey, SubjectKeys } from './subject-keys.ts';

/** Beside data whose personal texts read '[erased]': these texts, encrypted with the subject's key. */
export type EncryptedPart = { subject: string; text: string };
type FatalLog = Pick<Logger, 'fatal'>;

/**
 * A log that encrypts the personal texts of appended events, each with the key of its subject, and decrypts them for
 * readers. Text that was encrypted with a destroyed key reads '[erased]'. Events without personal texts pass unchanged.
 */
export function withFieldEncryption(store: EventStore, keys: SubjectKeys, log?: FatalLog): EventStore {
  const open = createDecryptor(keys);
  return {
    ...store,
    append: async (stream, events, expectedRevision, metadata) =>
      store.append(stream, await encryptEvents(events, metadata, keys), expectedRevision, metadata),
    read: async (stream: string, from?: number) => {
      const { events, revision } = await store.read(stream, from);
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

async function encryptEvents(events: NewEvent[], metadata: Metadata, keys: SubjectKeys): Promise<NewEvent[]> {
  const sealed: NewEvent[] = [];
  for (const event of events) {
    const personal = extractPersonalData({ ...event, metadata });
    if (personal === null) sealed.push(event);
    else sealed.push({ ...event, data: encryptData(event, personal, await keys.ensure(personal.subject)) });
  }
  return sealed;
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

/** Decrypts the encrypted parts of events; events without pass unchanged. Throws as SubjectKeys does, StoreDamaged. */
export function createDecryptor(keys: SubjectKeys) {
  return async (events: StoredEvent[]): Promise<StoredEvent[]> => {
    const known = new Map<string, SubjectKey>();
    const missing = new Set<string>();
    for (const event of events) {
      const part = ciphertextOf(event);
      const ended = part === undefined ? findErasedSubject(event) : null;
      if (ended !== null) keys.release(ended);
      if (part === undefined || known.has(part.subject)) continue;
      const key = keys.cached(part.subject);
      if (key === undefined) missing.add(part.subject);
      else known.set(part.subject, key);
    }
    if (known.size === 0 && missing.size === 0) return events;
    // A key that was in memory a moment ago may have been evicted by now.
    const loaded = missing.size === 0 ? noKeys : await keys.load(missing);
    return events.map((event) => decryptEvent(event, known, loaded));
  };
}

type KeyBySubject = ReadonlyMap<string, SubjectKey>;
const noKeys: KeyBySubject = new Map();

function dropEncryptedPart({ sealed: _sealed, ...bare }: { sealed: EncryptedPart }): object {
  return bare;
}

function decryptEvent(event: StoredEvent, known: KeyBySubject, loaded: KeyBySubject): StoredEvent {
  const part = ciphertextOf(event);
  if (part === undefined) return event;
  const bare = dropEncryptedPart(event.data as { sealed: EncryptedPart });
  const key = known.get(part.subject) ?? loaded.get(part.subject) ?? null;
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
