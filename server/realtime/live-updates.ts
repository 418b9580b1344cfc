import type { Logger } from 'pino';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import { createUnsavedCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { Subscriber } from '#server/platform/subscriptions/subscriber.ts';

type LiveUpdateDeps = {
  events: Pick<EventStore, 'head'>;
  views: Pick<ViewStore, 'checkpoints'>;
  projections: readonly AnyProjection[];
  tracker: Pick<ProjectionTracker, 'waitUntilApplied'>;
  log: Logger;
  /** Notified of events as soon as they are in the log. */
  handleNewEvents: (events: StoredEvent[]) => Promise<void>;
  /** Notified once the views show the effects of the events. */
  handleAppliedBatch: (batch: AppliedBatch) => Promise<void>;
};

/** For a process whose views another process may write. What its listeners throw is logged. */
export function createLiveUpdateSubscriber(deps: LiveUpdateDeps): Subscriber {
  const { projections, tracker, log, handleNewEvents, handleAppliedBatch } = deps;
  const notify = async (listen: () => Promise<void>) => {
    try {
      await listen();
    } catch (error) {
      log.error({ err: error }, 'Failed to send live updates');
    }
  };
  const findChanged = createChangeFinder(projections);
  return {
    name: 'live-updates',
    handle: async (batch, stopped) => {
      const last = batch.at(-1);
      if (last === undefined) return;
      await notify(() => handleNewEvents(batch));
      await tracker.waitUntilApplied(last.position, stopped);
      if (stopped.aborted) return;
      await notify(() => handleAppliedBatch({ events: batch, position: last.position, changed: findChanged(batch) }));
    },
    checkpoint: createUnsavedCheckpoint(() => findStart(deps)),
  };
}

/** Events that the views do not show yet are still to be broadcast. Without views there are no clients to notify. */
async function findStart({ events, views, projections }: LiveUpdateDeps) {
  const head = await events.head();
  const viewNames = new Set(projections.map(({ view }) => view));
  const viewPositions = [...(await views.checkpoints())].flatMap(([view, position]) =>
    viewNames.has(view) ? [position] : [],
  );
  return viewPositions.reduce((least, position) => (position < least ? position : least), head);
}

/** The documents that events may have changed, by view. */
function createChangeFinder(projections: readonly AnyProjection[]) {
  const handlers = projections.map(({ view, handles, idsOf }) => ({
    view,
    handles: new Set(handles),
    // A projection receives only events of the types that it handles.
    idsOf: idsOf as (event: StoredEvent) => string[],
  }));
  return (events: StoredEvent[]): AppliedBatch['changed'] => {
    const changed: AppliedBatch['changed'] = new Map();
    for (const { view, handles, idsOf } of handlers) {
      const ids = events.filter(({ type }) => handles.has(type)).flatMap((event) => listIds(event, idsOf));
      if (ids.length > 0) changed.set(view, new Set(ids));
    }
    return changed;
  };
}

/** An event that a projection cannot apply has changed nothing. */
function listIds(event: StoredEvent, idsOf: (event: StoredEvent) => string[]): string[] {
  try {
    return idsOf(event);
  } catch {
    return [];
  }
}
