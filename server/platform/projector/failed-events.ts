import type { Position } from '#domain/shared/decider.ts';
import type { ViewBatch, Doc, ViewDeclaration, ViewReader, ViewStore } from '#projections/store/port.ts';
import type { PoisonEvent } from './fold-events.ts';

/** An event that a view could not apply, recorded so that the others continue. */
export type FailedEvent = Doc & { view: string; position: Position; type: string; error: string };

const declaration: ViewDeclaration = { view: 'parked', version: 1, indexes: [['view', 'position']] };
const generation = '1#1';

export async function ensureFailedEventsView(views: ViewStore) {
  await views.prepare(declaration, generation);
  await views.promote(declaration, generation);
}

export function toFailedEvent({ view, event: { position, type }, error }: PoisonEvent): FailedEvent {
  return { id: `${view}:${position}`, view, position, type, error };
}

/** Each entry is independent of the position in the log: hence no checkpoint. */
export function failedEventBatch(failedEvents: FailedEvent[]): ViewBatch {
  const changes = failedEvents.map((doc) => ({ id: doc.id, doc, position: doc.position }));
  return changes.length > 0 ? [{ view: declaration.view, generation, changes, checkpoint: null }] : [];
}

/** At most this many, the last of each view first. */
export async function listNewestFailedEvents(views: ViewReader, limit = 100): Promise<FailedEvent[]> {
  const sort = [
    { field: 'view', direction: 'desc' as const },
    { field: 'position', direction: 'desc' as const },
  ];
  return (await views.list<FailedEvent>(declaration.view, { sort, limit })).docs;
}

export function countFailedEvents(views: ViewReader): Promise<number> {
  return views.count(declaration.view);
}

/** Removes the failed events of a view, as it is rebuilt. */
export async function clearFailedEvents(views: ViewStore, view: string) {
  const { docs, cursor } = await views.list<FailedEvent>(declaration.view, { where: { view }, limit: 1_000 });
  const changes = docs.map(({ id, position }) => ({ id, doc: null, position }));
  if (changes.length > 0) await views.apply([{ view: declaration.view, generation, changes, checkpoint: null }]);
  if (cursor !== undefined) await clearFailedEvents(views, view);
}
