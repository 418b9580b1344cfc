import { mentionedIn } from '#domain/workflow-log/mentions.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

const ownStream = /^(?:user|access)-(.+)$/;

/** The user whose own stream that is; null for any other. */
export function ownerOf(stream: string): string | null {
  return ownStream.exec(stream)?.[1] ?? null;
}

/** Ids of all whom an event is about, and of who caused it: users, and parts of the product such as `scout`. */
export function peopleIn({ stream, data, metadata }: StoredEvent): Set<string> {
  const found = new Set([metadata.actor]);
  const owner = ownerOf(stream);
  if (owner !== null) found.add(owner);
  if (typeof data === 'object' && data !== null) addFrom(data, found);
  return found;
}

/** Events name users as `userId`, `userIds`, as members that carry a `userId`, or within the text of a note. */
function addFrom(data: object, found: Set<string>): void {
  if ('noteId' in data) for (const id of mentionedIn(Object.values(data).join(' '))) found.add(id);
  if ('userId' in data && typeof data.userId === 'string') found.add(data.userId);
  for (const list of [textsIn(data, 'userIds'), textsIn(data, 'members')]) {
    for (const one of list) {
      const id = idOf(one);
      if (id !== null) found.add(id);
    }
  }
}

function idOf(one: unknown): string | null {
  if (typeof one === 'string') return one;
  return typeof one === 'object' && one !== null && 'userId' in one ? String(one.userId) : null;
}

function textsIn(data: object, name: string): unknown[] {
  const value: unknown = Object.entries(data).find(([field]) => field === name)?.[1];
  return Array.isArray(value) ? value : [];
}
