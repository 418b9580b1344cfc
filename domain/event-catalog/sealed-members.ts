import { toErasedUserId } from '#domain/shared/erased-user.ts';
import { eventCatalog } from './catalog.ts';
import type { EventDeclaration } from './event-declaration.ts';

/** A member as stored: everything of the member, encrypted under the member's key; absent once that key is destroyed. */
export type SealedMember = { token: string; sealed?: string };

const declarations: ReadonlyMap<string, EventDeclaration> = new Map(Object.entries(eventCatalog));

type EventData = { type: string; data: unknown };

/** The members that an event names, as objects with a `userId` or as bare ids; sealed ones in a stored event. */
export function listMembers({ type, data }: EventData): unknown[] {
  const field = declarations.get(type)?.members?.field;
  if (field === undefined || !isObject(data)) return [];
  const value = data[field];
  return Array.isArray(value) ? value : [value];
}

/** Whether it names a list of members, of which each stands for itself. */
export function namesMany({ type }: Pick<EventData, 'type'>): boolean {
  const field = declarations.get(type)?.members?.field;
  return field === 'userIds' || field === 'members';
}

/** The data of an event with other members. */
export function replaceMembers({ type, data }: EventData, members: unknown[]): unknown {
  const field = declarations.get(type)?.members?.field;
  if (field === undefined || !isObject(data)) return data;
  return { ...data, [field]: Array.isArray(data[field]) ? members : members[0] };
}

/** What is left of a member whose key is destroyed. */
export function eraseMember({ type }: Pick<EventData, 'type'>, token: string): unknown {
  return declarations.get(type)?.members?.erase(toErasedUserId(token));
}

/** The user's id; null for a sealed member. */
export function readMemberId(member: unknown): string | null {
  if (typeof member === 'string') return member;
  return isObject(member) && typeof member['userId'] === 'string' ? member['userId'] : null;
}

/** Null for a member that is not sealed. */
export function readSealedMember(member: unknown): SealedMember | null {
  if (!isObject(member) || typeof member['token'] !== 'string' || 'userId' in member) return null;
  const { token, sealed } = member;
  return { token, ...(typeof sealed === 'string' && { sealed }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
