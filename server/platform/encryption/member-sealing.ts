import { createHmac, hash } from 'node:crypto';
import {
  eraseMember,
  listMembers,
  namesMany,
  readMemberId,
  readSealedMember,
  replaceMembers,
  type SealedMember,
} from '#domain/event-catalog/sealed-members.ts';
import type { EventDamage } from '#domain/shared/decider.ts';
import { readErasedToken } from '#domain/shared/erased-user.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import type { NewEvent, StoredEvent } from '#server/platform/event-store/port.ts';
import { describeEventPlace } from '#server/platform/event-store/stored-event.ts';
import { decrypt, encrypt } from './deterministic-cipher.ts';
import type { LostKey, SubjectKey } from './subject-keys.ts';

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

/**
 * The event with its members opened; one whose key is destroyed reads as erased. So does one that cannot be opened, and
 * the event carries the damage. `subjectOf` names the cause where its key is lost.
 */
export function openMembers(
  event: StoredEvent,
  keyOf: (token: string) => SubjectKey | LostKey,
  subjectOf: (token: string) => string,
): StoredEvent {
  if (event.damage?.part === 'data') return event;
  const members = listMembers(event);
  if (members.length === 0) return event;
  const part = namesMany(event) ? 'members' : 'texts';
  let damage: EventDamage | undefined;
  const openedMembers = members.map((member) => {
    const sealed = readSealedMember(member);
    if (sealed === null) return member;
    const key = keyOf(sealed.token);
    const text = key instanceof StoreDamaged ? undefined : decryptMember(event, sealed, key);
    if (text === undefined) {
      const isLost = key instanceof StoreDamaged;
      const cause = isLost ? subjectOf(sealed.token) : String(event.position);
      damage ??= { part, problem: isLost ? key.message : describeAlteration(event), cause };
    }
    return openMember(event, sealed.token, text ?? null);
  });
  return { ...event, data: replaceMembers(event, openedMembers), ...(damage && { damage }) };
}

/** A member that is an object carries its token, by which documents can refer to it. */
function openMember(event: StoredEvent, token: string, text: string | null): unknown {
  const member: unknown = text === null ? eraseMember(event, token) : JSON.parse(text);
  return typeof member === 'object' ? { ...member, token } : member;
}

/** Null for a member whose key is destroyed, undefined where it cannot be decrypted. */
function decryptMember({ stream }: StoredEvent, { token, sealed }: SealedMember, key: SubjectKey) {
  if (key === null || sealed === undefined) return null;
  return decrypt(key, toAad(stream, token), sealed) ?? undefined;
}

function describeAlteration(event: StoredEvent): string {
  return `A member in ${describeEventPlace(event)} cannot be opened: the event was altered, or the key of its subject was. Restore the log and the credentials from one backup, then replay the event under dead letters.`;
}
