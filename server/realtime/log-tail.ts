import type { Logger } from 'pino';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent, Subscription } from '#server/platform/event-store/port.ts';
import type { AppliedBatch } from '#server/platform/projector/projector.ts';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';

type LogTailDeps = {
  events: EventStore;
  views: Pick<ViewStore, 'checkpoints'>;
  projections: readonly AnyProjection[];
  tracker: Pick<ProjectionTracker, 'waitUntilApplied'>;
  log: Logger;
  /** Notified of events as soon as they are in the log. */
  handleNewEvents: (events: StoredEvent[]) => Promise<void>;
  /** Notified once the views show the effects of the events. */
  handleAppliedBatch: (batch: AppliedBatch) => Promise<void>;
};

/** Reads the log for a process whose views another process may write. What its listeners throw is logged. */
export function startLogTail(parts: LogTailDeps): { stop: () => Promise<void> } {
  const { events, log } = parts;
  const stopped = new AbortController();
  const handleBatch = createBatchHandler(parts, stopped.signal);
  let following: Subscription | null = null;

  const start = async () => {
    const from = await retryUntilStopped('find the start position', () => findStart(parts), {
      log,
      stopped: stopped.signal,
    });
    if (from !== null && !stopped.signal.aborted) following = events.subscribe(from, handleBatch);
  };
  const starting = start();
  return {
    stop: async () => {
      stopped.abort();
      await starting;
      await following?.stop();
    },
  };
}

function createBatchHandler(
  { projections, tracker, log, handleNewEvents, handleAppliedBatch }: LogTailDeps,
  stopped: AbortSignal,
) {
  const runLogged = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      log.error({ err: error }, 'Realtime update failed');
    }
  };
  const findChanges = createChangeFinder(projections);
  return async (batch: StoredEvent[]) => {
    const last = batch.at(-1);
    if (last === undefined) return;
    await runLogged(() => handleNewEvents(batch));
    await tracker.waitUntilApplied(last.position, stopped);
    if (stopped.aborted) return;
    await runLogged(() => handleAppliedBatch({ events: batch, position: last.position, changed: findChanges(batch) }));
  };
}

/** Events that the views do not show yet are still to be broadcast. Without views there are no clients to notify. */
async function findStart({ events, views, projections }: LogTailDeps) {
  const head = await events.head();
  const known = new Set(projections.map(({ view }) => view));
  const shown = [...(await views.checkpoints())].flatMap(([view, position]) => (known.has(view) ? [position] : []));
  return shown.reduce((least, position) => (position < least ? position : least), head);
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
