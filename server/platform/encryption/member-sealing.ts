import { createHmac, hash } from 'node:crypto';
import {
  eraseMember,
  listMembers,
  readMemberId,
  readSealedMember,
  replaceMembers,
  type SealedMember,
} from '#domain/event-catalog/sealed-members.ts';
import { readErasedToken } from '#domain/shared/erased-user.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import type { NewEvent, StoredEvent } from '#server/platform/event-store/port.ts';
import { decrypt, encrypt } from './deterministic-cipher.ts';
import type { SubjectKey } from './subject-keys.ts';

const tokenDigits = 32;
/** In characters: members are padded to a multiple of it, as the length of the ciphertext shows that of the text. */
const paddingLength = 64;

type KeyLookup = (subject: string) => SubjectKey;

/** The users whose keys `sealMembers` needs. */
export function listMemberIds(event: Pick<NewEvent, 'type' | 'data'>): string[] {
  const userIds = listMembers(event).flatMap((member) => readMemberId(member) ?? []);
  return userIds.filter((userId) => readErasedToken(userId) === null);
}

/**
 * The data of an event with its members sealed, sorted by their tokens: an order of their own could link several events.
 * Adds the user of each token to `subjects`.
 */
export function sealMembers(
  stream: string,
  event: NewEvent,
  keyOf: KeyLookup,
  subjects: Map<string, string>,
): NewEvent {
  const members = listMembers(event);
  if (members.length === 0) return event;
  const sealed = members.map((member, index): SealedMember => {
    const userId = readMemberId(member) ?? '';
    const erased = readErasedToken(userId);
    if (erased !== null) return { token: erased };
    const key = keyOf(userId);
    if (key === null) return { token: hash('sha256', `${event.id}/${index}`).slice(0, tokenDigits) };
    const token = computeToken(key, stream);
    subjects.set(token, userId);
    return { token, sealed: encrypt(key, toAad(stream, token), serializeMember(member)) };
  });
  return { ...event, data: replaceMembers(event, sealed.toSorted(compareTokens)) };
}

/** Pseudo-random, and the same for one subject within one stream. */
export function computeToken(key: Buffer, scope: string): string {
  return createHmac('sha256', key).update(scope).digest('hex').slice(0, tokenDigits);
}

function serializeMember(member: unknown): string {
  const text = JSON.stringify(typeof member === 'string' ? member : { ...(member as object), token: undefined });
  return text.padEnd(Math.ceil(text.length / paddingLength) * paddingLength);
}

function compareTokens({ token }: SealedMember, other: SealedMember): number {
  return token < other.token ? -1 : 1;
}

function toAad(stream: string, token: string): string {
  return `${stream}/${token}`;
}

/** The tokens whose subjects `openMembers` needs. */
export function listTokens(event: Pick<StoredEvent, 'type' | 'data'>): string[] {
  return listMembers(event).flatMap((member) => readSealedMember(member)?.token ?? []);
}

/** The event with its members opened; one whose key is destroyed reads as erased. Throws StoreDamaged. */
export function openMembers(event: StoredEvent, keyOf: KeyLookup): StoredEvent {
  const members = listMembers(event);
  if (members.length === 0) return event;
  const opened = members.map((member) => {
    const sealed = readSealedMember(member);
    return sealed === null ? member : openMember(event, sealed, keyOf(sealed.token));
  });
  return { ...event, data: replaceMembers(event, opened) };
}

/** A member that is an object carries its token, by which documents can refer to it. */
function openMember(event: StoredEvent, { token, sealed }: SealedMember, key: SubjectKey): unknown {
  const member =
    key === null || sealed === undefined ? eraseMember(event, token) : decryptMember(event, token, sealed, key);
  return typeof member === 'object' ? { ...member, token } : member;
}

function decryptMember({ stream, position, type }: StoredEvent, token: string, sealed: string, key: Buffer): unknown {
  const text = decrypt(key, toAad(stream, token), sealed);
  if (text !== null) return JSON.parse(text);
  throw new StoreDamaged(
    `A member of event ${position} (${type}) cannot be opened: the event was altered, or the key of its subject was. Restore the log and the credentials from one backup.`,
  );
}
