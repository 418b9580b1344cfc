import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Documents, ViewStore } from '#projections/store/port.ts';
import { type EventStore, PositionNotInLog } from '#server/platform/event-store/port.ts';
import { followers, savedCursor } from '#server/platform/event-store/cursor.ts';

type LogReaders = { views: Pick<ViewStore, 'checkpoints'>; documents: Documents };

/**
 * A log without the events that its readers have seen already is another one, or came back from an older backup: new
 * events would take the places of those that are missing. Throws PositionNotInLog, StoreUnavailable.
 */
export async function assertSameLog(events: EventStore, { views, documents }: LogReaders): Promise<void> {
  const checkpoints = await views.checkpoints();
  const cursors = await Promise.all(followers.map((id) => savedCursor(documents, id)));
  const reached = new Set([...checkpoints.values(), ...cursors.map((cursor) => cursor ?? startPosition)]);
  for (const position of reached) await assertPositionExists(events, position);
}

/** Throws PositionNotInLog where no event stands at `position`. */
export async function assertPositionExists(events: EventStore, position: Position): Promise<void> {
  if (position === startPosition) return;
  if (position > (await events.head())) throw new PositionNotInLog(position);
  // A store whose positions are not counted one by one says it when asked to go on from there.
  await events.readAll(position, 1);
}
