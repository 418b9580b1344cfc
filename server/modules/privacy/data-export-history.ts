import { accessStream, userStream } from '#domain/event-catalog/streams.ts';
import type { AccountDataEvent } from '#domain/account-data.contract.ts';
import { describeEvent } from '#domain/history/describe-event.ts';
import type { UserDoc } from '#projections/users.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { allEvents, type AuditLog, IndexBehind } from '#server/modules/audit/index.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';

export type HistoryExportDeps = { auditLog: Pick<AuditLog, 'history'> };

/** The admins' own notes are no part of the user's data file. */
const adminNotes: readonly string[] = ['AdminNoteAdded', 'AdminNoteRemoved'];

const entireLog = { before: Infinity, after: -Infinity };

/** Every event that names a user, oldest first, without data about other users. Throws HttpError 503. */
export async function buildHistoryExport({ auditLog }: HistoryExportDeps, user: UserDoc): Promise<AccountDataEvent[]> {
  const userEvents: StoredEvent[] = [];
  try {
    for await (const events of auditLog.history.pages({ ...allEvents, person: user.id }, entireLog))
      userEvents.push(...events.filter(({ type }) => !adminNotes.includes(type)));
  } catch (error) {
    if (!(error instanceof IndexBehind)) throw error;
    throw new HttpError(503, 'Your history is being prepared. Try again in a moment.', { 'Retry-After': '5' });
  }
  const titles = new Map(userEvents.flatMap(readTitle));
  const names = {
    user: (id: string) => (id === user.id ? user.email : 'someone else'),
    listing: (id: string) => titles.get(id) ?? 'a listing',
    member: () => user.id,
  };
  return mapWithYields(userEvents.toReversed(), (event) => {
    const { type, metadata } = event;
    return { at: metadata.at, type, sentence: describeEvent(event, names), data: selectOwnPart(event, user.id) };
  });
}

type NamedData = { userId?: unknown; userIds?: unknown; members?: unknown; listingId?: unknown; listing?: unknown };

/** The part of an event that concerns the user; null for an event about others. */
function selectOwnPart({ stream, data, metadata }: StoredEvent, userId: string): unknown {
  if (stream === userStream(userId) || stream === accessStream(userId)) return data;
  if (typeof data !== 'object' || data === null) return null;
  const { userIds, members, ...otherFields }: NamedData = data;
  if (isList(members)) return { ...otherFields, member: members.find((member) => isOfUser(member, userId)) ?? null };
  if (isList(userIds)) return otherFields;
  // An event by the user about another user belongs to that user.
  return otherFields.userId === userId || isNote(data, metadata.actor === userId) ? data : null;
}

function isNote(data: object, byThem: boolean): boolean {
  return byThem && 'noteId' in data;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isOfUser(member: unknown, userId: string): boolean {
  return typeof member === 'object' && member !== null && 'userId' in member && member.userId === userId;
}

function readTitle({ data }: StoredEvent): [string, string][] {
  const { listingId, listing } = (data ?? {}) as { listingId?: string; listing?: { title?: string } };
  return listingId !== undefined && listing?.title !== undefined ? [[listingId, listing.title]] : [];
}
