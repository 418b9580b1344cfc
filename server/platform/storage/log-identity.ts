import { type Position, startPosition } from '#domain/shared/decider.ts';
import { projections } from '#projections/all.ts';
import { type Documents, StoreDamaged, type ViewStore } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { type EventStore, PositionNotInLog } from '#server/platform/event-store/port.ts';
import { readCheckpoints } from '#server/platform/subscriptions/checkpoints.ts';

type Checkpoints = Pick<ViewStore, 'checkpoints'>;
type LogReaders = { views: Checkpoints; historyViews: Checkpoints; documents: Documents };

/**
 * A log without events that its readers have processed is another one, or was restored from an older backup: new events
 * would take the positions of the missing ones. Throws StoreDamaged, of which the cause is a StartupError where pages
 * would show what the log does not have; StoreUnavailable.
 */
export async function assertSameLog(events: EventStore, { views, historyViews, documents }: LogReaders): Promise<void> {
  const checkpoints = await views.checkpoints();
  const viewPositions = projections.flatMap(({ view }) => checkpoints.get(view) ?? []);
  const cursors = (await readCheckpoints(documents)).values();
  await assertAllExist(events, [...viewPositions, ...cursors]).catch(toStartRefusal);
  await assertAllExist(events, [...checkpoints.values(), ...(await historyViews.checkpoints()).values()]);
}

function toStartRefusal(error: unknown): never {
  if (!(error instanceof PositionNotInLog)) throw error;
  throw new StoreDamaged(error.message, { cause: new StartupError(error.message) });
}

async function assertAllExist(events: EventStore, positions: Position[]): Promise<void> {
  for (const position of new Set(positions)) await assertPositionExists(events, position);
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
