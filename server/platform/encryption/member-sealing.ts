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
/** The members of one append; events of one stream often name the same ones, and each is then encrypted once. */
export type AppendSealing = {
  stream: string;
  keyOf: KeyLookup;
  /** The user of each token. */
  subjects: Map<string, string>;
  /** By the text of the member. */
  sealed: Map<string, SealedMember>;
};

/** The users whose keys `sealMembers` needs. */
export function listMemberIds(event: Pick<NewEvent, 'type' | 'data'>): string[] {
  const userIds = listMembers(event).flatMap((member) => readMemberId(member) ?? []);
  return userIds.filter((userId) => readErasedToken(userId) === null);
}

/**
 * The data of an event with its members sealed, in the order of their tokens, as any other order could be the same in
 * several events. Adds the user of each token to the subjects of the append.
 */
export function sealMembers(event: NewEvent, append: AppendSealing): NewEvent {
  const members = listMembers(event);
  if (members.length === 0) return event;
  const sealed = members.map((member, index): SealedMember => {
    const userId = readMemberId(member) ?? '';
    const erased = readErasedToken(userId);
    if (erased !== null) return { token: erased };
    const key = append.keyOf(userId);
    if (key === null) return { token: hash('sha256', `${event.id}/${index}`).slice(0, tokenDigits) };
    const text = serializeMember(member);
    const known = append.sealed.get(text) ?? sealText(text, userId, key, append);
    append.sealed.set(text, known);
    return known;
  });
  return { ...event, data: replaceMembers(event, sealed.toSorted(compareTokens)) };
}

function sealText(text: string, userId: string, key: Buffer, { stream, subjects }: AppendSealing): SealedMember {
  const token = computeToken(key, stream);
  subjects.set(token, userId);
  return { token, sealed: encrypt(key, toAad(stream, token), text) };
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

/** Members that were decrypted, by place and ciphertext: the events of one batch often name the same ones. */
export type DecryptedMembers = Map<string, unknown>;

/** The event with its members opened; one whose key is destroyed reads as erased. Throws StoreDamaged. */
export function openMembers(event: StoredEvent, keyOf: KeyLookup, decrypted: DecryptedMembers): StoredEvent {
  const members = listMembers(event);
  if (members.length === 0) return event;
  const opened = members.map((member) => {
    const sealed = readSealedMember(member);
    return sealed === null ? member : openMember(event, sealed, keyOf(sealed.token), decrypted);
  });
  return { ...event, data: replaceMembers(event, opened) };
}

/** A member that is an object carries its token, by which documents can refer to it. */
function openMember(
  event: StoredEvent,
  { token, sealed }: SealedMember,
  key: SubjectKey,
  decrypted: DecryptedMembers,
): unknown {
  const member =
    key === null || sealed === undefined
      ? eraseMember(event, token)
      : decryptMember(event, { token, sealed }, key, decrypted);
  return typeof member === 'object' ? { ...member, token } : member;
}

function decryptMember(
  { stream, position, type }: StoredEvent,
  { token, sealed }: Required<SealedMember>,
  key: Buffer,
  decrypted: DecryptedMembers,
): unknown {
  const aad = toAad(stream, token);
  const id = `${aad}/${sealed}`;
  if (decrypted.has(id)) return decrypted.get(id);
  const text = decrypt(key, aad, sealed);
  if (text !== null) {
    const member: unknown = JSON.parse(text);
    decrypted.set(id, member);
    return member;
  }
  throw new StoreDamaged(
    `A member of event ${position} (${type}) cannot be opened: the event was altered, or the key of its subject was. Restore the log and the credentials from one backup.`,
  );
}
