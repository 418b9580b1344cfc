import { parseStreamName } from '#domain/event-catalog/streams.ts';
import { readMemberId, readSealedMember } from '#domain/event-catalog/sealed-members.ts';
import { findMentionedUsers } from '#domain/workflow-log/mentions.ts';
import type { AnyEvent } from '#domain/shared/decider.ts';

/** The user whose own stream this is; null for any other. */
export function findStreamOwner(stream: string): string | null {
  const { kind, id } = parseStreamName(stream);
  return kind === 'user' || kind === 'access' ? id : null;
}

/** The ids of all users an event is about, and of its cause: users, and components such as `scout`. */
export function listRelatedUsers({ stream, data, metadata }: AnyEvent): Set<string> {
  const userIds = new Set([metadata.actor]);
  const owner = findStreamOwner(stream);
  if (owner !== null) userIds.add(owner);
  if (typeof data === 'object' && data !== null) addUsersFrom(data, userIds);
  return userIds;
}

/** Events name users as `userId`, `userIds`, as members that have a `userId`, or within the text of a note; sealed
 * members by their token. */
function addUsersFrom(data: object, userIds: Set<string>): void {
  if ('noteId' in data) for (const id of findMentionedUsers(Object.values(data).join(' '))) userIds.add(id);
  const single = 'userId' in data ? [data.userId] : [];
  for (const list of [single, readList(data, 'userIds'), readList(data, 'members')]) {
    for (const one of list) {
      const id = toUserId(one);
      if (id !== null) userIds.add(id);
    }
  }
}

function toUserId(one: unknown): string | null {
  return readMemberId(one) ?? readSealedMember(one)?.token ?? null;
}

function readList(data: object, name: string): unknown[] {
  const value: unknown = Object.entries(data).find(([field]) => field === name)?.[1];
  return Array.isArray(value) ? value : [];
}
