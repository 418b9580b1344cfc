import type { Metadata } from '#domain/shared/decider.ts';
import { type PersonalFields, extractPersonalData, erasePersonalData } from '#domain/event-catalog/personal-data.ts';
import { namesMany } from '#domain/event-catalog/sealed-members.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { withOpenedEvents } from '#server/platform/event-store/damage.ts';
import { type EventStore, type NewEvent, StreamDamaged } from '#server/platform/event-store/port.ts';
import { createBatchUpcaster, withUpcasting } from '#server/platform/event-store/upcasting.ts';
import { encrypt } from './deterministic-cipher.ts';
import { createEventOpener, type EncryptedPart, type EventOpener, toAad } from './open-events.ts';
import { listMemberIds, sealMembers } from './member-sealing.ts';
import type { SubjectKey, SubjectKeys } from './subject-keys.ts';

/**
 * A log that encrypts the personal texts and the members of appended events, each with the key of its subject, and
 * decrypts them for readers as `createEventOpener` does.
 */
export function withFieldEncryption(store: EventStore, keys: SubjectKeys): EventStore {
  return {
    ...withOpenedEvents(store, createEventOpener(keys)),
    append: async (stream, events, expectedRevision, metadata) =>
      store.append(stream, await encryptEvents({ stream, events, metadata }, keys), expectedRevision, metadata),
  };
}

/** Opens stored events for readers: decrypted as `createEventOpener` does, and in their present shapes. */
export function createEventReader(keys: SubjectKeys): EventOpener {
  const [open, upcastAll] = [createEventOpener(keys), createBatchUpcaster()];
  return async (storedEvents) => upcastAll(await open(storedEvents));
}

/** The log as the product reads and writes it, over the log as stored. Events are read as `openEvents` opens them. */
export function openEncryptedLog(
  store: EventStore,
  keys: SubjectKeys,
  openEvents: EventOpener = createEventReader(keys),
): EventStore {
  const { append } = withUpcasting(withFieldEncryption(store, keys));
  return { ...withOpenedEvents(store, openEvents), append };
}

type Append = { stream: string; events: NewEvent[]; metadata: Metadata };

async function encryptEvents({ stream, events, metadata }: Append, keys: SubjectKeys): Promise<NewEvent[]> {
  const personalData = events.map((event) => extractPersonalData({ ...event, metadata }));
  const subjects = new Set([...personalData.flatMap((one) => one?.subject ?? []), ...events.flatMap(listMemberIds)]);
  const keyBySubject = await keys.ensure(subjects);
  const keyOf = (subject: string): SubjectKey => {
    const key = keyBySubject.get(subject) ?? null;
    if (key instanceof StoreDamaged) throw new StreamDamaged(key.message);
    return key;
  };
  /** One member with a lost key must not cost the others their alert. */
  const keyOfMember = (subject: string): SubjectKey => {
    const key = keyBySubject.get(subject) ?? null;
    return key instanceof StoreDamaged ? null : key;
  };
  const tokens = new Map<string, string>();
  const encrypted = events.map((event, index) => {
    const personal = personalData[index] ?? null;
    if (personal !== null) return { ...event, data: encryptData(event, personal, keyOf(personal.subject)) };
    return sealMembers(stream, event, namesMany(event) ? keyOfMember : keyOf, tokens);
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
