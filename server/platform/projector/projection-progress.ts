import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { abortable } from '#server/lib/abortable.ts';
import { measureLag } from './lag.ts';
import type { ProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';

/** The state of the views for readers, whichever process runs the projector. */
export type ProjectionTracker = {
  /** Resolves when every view is there. */
  ready: Promise<void>;
  /** As far as this process knows. */
  position: () => Position;
  /** Resolves when the views have applied `position`, or after 2 s. */
  waitForProjections: (position: Position) => Promise<void>;
  /** Resolves when they have, without a time limit, or when `stopped`. */
  waitUntilApplied: (position: Position, stopped: AbortSignal) => Promise<void>;
  /** Changes whenever a view has changed. */
  version: () => ProjectionVersion | Promise<ProjectionVersion>;
  measureLag: () => Promise<{ position: Position; head: Position; secondsBehind: number }>;
  stop: () => Promise<void>;
};
export type ProjectionVersion = string | number;

type TrackerDeps = {
  events: EventStore;
  views: Pick<ViewStore, 'checkpoints'>;
  projections: readonly AnyProjection[];
  /** Whether this process runs the projector now: then its progress is used, and the store need not be polled. */
  isProjecting?: () => boolean;
};

/** In ms, between two polls of the store while a reader waits: short at first, as most waits are short. */
const minPollMs = 5;
const maxPollMs = 100;

/** `isShared`: another process may run the projector. */
export function trackProjections(isShared: boolean, progress: ProgressTracker, parts: TrackerDeps): ProjectionTracker {
  return isShared ? trackShared(progress, parts) : trackOwn(progress, parts);
}

/** The views of a process that alone runs the projector: it reports to `progress`, and the store is not polled. */
function trackOwn(progress: ProgressTracker, { events }: Pick<TrackerDeps, 'events'>): ProjectionTracker {
  return {
    ...createTracker(progress, progress.waitForProjections),
    version: progress.position,
    measureLag: () => measureLag(events, progress.position()),
    stop: () => Promise.resolve(),
  };
}

/**
 * The views that another process may write. Their checkpoints are polled while a reader waits, once for all readers; a
 * projector of this process may report to `progress` sooner.
 */
function trackShared(
  progress: ProgressTracker,
  { events, views, projections, isProjecting = () => false }: TrackerDeps,
): ProjectionTracker {
  const stopped = new AbortController();
  let polling: Promise<void> | null = null;

  const poll = coalesce(async () => {
    const checkpoints = await views.checkpoints();
    const reached = projections.map(({ view }) => checkpoints.get(view));
    const least = Math.min(...reached.map((position) => position ?? Number.NaN));
    // A view that was never built makes this NaN; the least of positions is one of them.
    if (least >= progress.position()) progress.recordApplied(least as Position);
    return [...checkpoints].toSorted().join();
  });
  const pollWhileAwaited = async () => {
    for (
      let wait = minPollMs;
      progress.hasWaiters() && !stopped.signal.aborted;
      wait = Math.min(wait * 1.5, maxPollMs)
    ) {
      const before = progress.position();
      if (!isProjecting()) await poll().catch(() => undefined);
      if (progress.position() > before) wait = minPollMs;
      await delay(wait, stopped.signal);
    }
  };
  const pollUntilApplied = (position: Position) => {
    const reached = progress.waitForProjections(position);
    polling ??= pollWhileAwaited().finally(() => {
      polling = null;
    });
    return reached;
  };
  const own = createTracker(progress, pollUntilApplied);
  const building = own.waitUntilApplied(startPosition, stopped.signal);

  return {
    ...own,
    version: poll,
    measureLag: async () => {
      await poll();
      return measureLag(events, progress.position());
    },
    stop: async () => {
      stopped.abort();
      await Promise.all([polling, building]);
    },
  };
}

function createTracker(progress: ProgressTracker, waitForProjections: ProjectionTracker['waitForProjections']) {
  return {
    ready: progress.whenBuilt,
    position: progress.position,
    waitForProjections,
    waitUntilApplied: async (position: Position, stopped: AbortSignal) => {
      while (!stopped.aborted && !progress.hasReached(position)) await abortable(stopped, waitForProjections(position));
    },
  };
}

/** Coalesces concurrent calls; a caller never receives a result that started before its own call. */
function coalesce<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;
  const begin = () => {
    const answer = ask();
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    running = ended;
    void ended.then(() => {
      if (running === ended) running = null;
    });
    return answer;
  };
  return () => {
    if (running === null) return begin();
    next ??= running.then(() => {
      next = null;
      return begin();
    });
    return next;
  };
}
