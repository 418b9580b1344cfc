import { userStream } from '#domain/event-catalog/streams.ts';
import type { AdminNote } from '#domain/user-details/contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { withDamagedStreams } from '#server/platform/event-store/damage.ts';
import type { ReadDeps } from '#server/platform/modules/platform.ts';

/** The notes about a user, newest first, from the user's own events: no view contains them. */
export async function readNotes(
  { events, views }: Pick<ReadDeps, 'events' | 'views'>,
  id: string,
): Promise<AdminNote[]> {
  const { events: history } = await withDamagedStreams(events, 'data').read(userStream(id));
  const removed = new Set(history.flatMap((one) => (one.type === 'AdminNoteRemoved' ? one.data.adminNoteId : [])));
  const notes = history.flatMap(({ type, data, metadata: { at, actor } }) =>
    type === 'AdminNoteAdded' && !removed.has(data.adminNoteId)
      ? [{ id: data.adminNoteId, text: data.text, at, actor }]
      : [],
  );
  const emails = await findEmails(views, [...new Set(notes.map(({ actor }) => actor))]);
  return notes.map(({ actor, ...note }) => ({ ...note, author: emails.get(actor) ?? null })).toReversed();
}

async function findEmails(views: ViewReader, ids: string[]): Promise<Map<string, string>> {
  const docs = await views.getMany<UserDoc>(users.view, ids);
  return new Map(docs.flatMap((doc) => (doc ? [[doc.id, doc.email]] : [])));
}
