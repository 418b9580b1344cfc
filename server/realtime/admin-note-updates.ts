import type { UserEvent } from '#domain/user/events.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

type AdminNoteEvent = Extract<UserEvent, { type: 'AdminNoteAdded' | 'AdminNoteRemoved' }>;

/** The users whose notes changed, and the requests that did it. No view has the notes, so no view tells of them. */
export function findNotedUsers(events: readonly StoredEvent[]): { ids: string[]; causes: string[] } {
  const notes = events.filter(isAdminNote);
  const ids = new Set(notes.map(({ data }) => data.userId));
  return { ids: [...ids], causes: notes.map(({ metadata }) => metadata.requestId ?? '') };
}

function isAdminNote(event: StoredEvent): event is StoredEvent & AdminNoteEvent {
  return event.type === 'AdminNoteAdded' || event.type === 'AdminNoteRemoved';
}
