import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Documents, ViewStore } from '#projections/store/port.ts';
import { type EventStore, PositionNotInLog } from '#server/platform/event-store/port.ts';
import { checkpointIds, readCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';

type LogReaders = { views: Pick<ViewStore, 'checkpoints'>; documents: Documents };

/**
 * A log without events that its readers have processed is another one, or was restored from an older backup: new events
 * would take the positions of the missing ones. Throws PositionNotInLog, StoreUnavailable.
 */
export async function assertSameLog(events: EventStore, { views, documents }: LogReaders): Promise<void> {
  const checkpoints = await views.checkpoints();
  const cursors = await Promise.all(checkpointIds.map((id) => readCheckpoint(documents, id)));
  const reached = new Set([...checkpoints.values(), ...cursors.map((cursor) => cursor ?? startPosition)]);
  for (const position of reached) await assertPositionExists(events, position);
}

/** Throws PositionNotInLog where no event is at `position`. */
export async function assertPositionExists(
  events: Pick<EventStore, 'head' | 'readAll'>,
  position: Position,
): Promise<void> {
  if (position === startPosition) return;
  if (position > (await events.head())) throw new PositionNotInLog(position);
  // A store whose positions are not consecutive reports this when a read starts from there.
  await events.readAll(position, 1);
}
