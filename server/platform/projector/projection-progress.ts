import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { coalesce } from '#server/lib/coalesce.ts';
import { delay, withTimeout } from '#server/lib/delay.ts';
import { abortable } from '#server/lib/abortable.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { type ProgressTracker, waitTimeoutMs } from '#server/platform/subscriptions/progress-tracker.ts';
import { estimateEvents } from '#server/platform/event-store/log-pages.ts';

const lagPageSize = 500;

/** The state of the views for readers, whichever process runs the projector. */
export type ProjectionTracker = {
  /** Resolves when every view is there. */
  ready: Promise<void>;
  /** As far as this process knows. */
  position: () => Position;
  /** Resolves with whether these views, or all, have applied `position`: when they have, or after 2 s. */
  waitForProjections: WaitForProjections;
  /** Resolves with whether the views have applied all events that the log has now: when they have, or after `withinMs`. */
  waitForHead: (withinMs?: number) => Promise<boolean>;
  /** Resolves when these views, or all, have applied `position`, without a time limit, or when `stopped`. */
  waitUntilApplied: (position: Position, stopped: AbortSignal, views?: readonly string[]) => Promise<void>;
  /** Whether these views, or all, have applied `position`, as far as this process knows. */
  hasReached: ProgressTracker['hasReached'];
  /** Changes whenever a view has changed. */
  version: () => ProjectionVersion | Promise<ProjectionVersion>;
  measureLag: () => Promise<{ position: Position; head: Position; events: number; secondsBehind: number }>;
  stop: () => Promise<void>;
};
export type WaitForProjections = (position: Position, views?: readonly string[]) => Promise<boolean>;
export type ProjectionVersion = string | number;

type TrackerDeps = {
  events: EventStore;
  views: Pick<ViewStore, 'checkpoints' | 'live'>;
  projections: readonly AnyProjection[];
};

/** In ms, between two polls of the store while a reader waits: short at first, as most waits are short. */
const minPollMs = 5;
const maxPollMs = 100;
/** In ms: how often the versions of views are read while they are at different positions. */
const versionCheckIntervalMs = 1_000;

/** `isShared`: another process may run the projector. */
export function trackProjections(isShared: boolean, progress: ProgressTracker, deps: TrackerDeps): ProjectionTracker {
  return isShared ? trackShared(progress, deps) : trackOwn(progress, deps);
}

/** The views of a process that alone runs the projector: it reports to `progress`, and the store is not polled. */
function trackOwn(progress: ProgressTracker, { events }: Pick<TrackerDeps, 'events'>): ProjectionTracker {
  return {
    ...createTracker(progress, events, progress.waitForProjections),
    version: progress.version,
    measureLag: () => measureLag(events, progress.position()),
    stop: () => Promise.resolve(),
  };
}

/**
 * The views that another process may write. Their checkpoints are polled while a reader waits, once for all readers; a
 * projector of this process may report to `progress` sooner.
 */
function trackShared(progress: ProgressTracker, { events, views, projections }: TrackerDeps): ProjectionTracker {
  const stopped = new AbortController();
  const findPosition = createPositionFinder(views, projections);
  let isBuilt = false;
  let polling: Promise<void> | null = null;

  const poll = coalesce(async () => {
    const checkpoints = await views.checkpoints();
    const position = await findPosition(checkpoints);
    progress.recordCheckpoints(checkpoints);
    if (position !== null && position >= progress.position()) progress.recordApplied(position);
    if (position !== null && projections.every(({ view }) => checkpoints.has(view))) {
      isBuilt = true;
      progress.recordBuilt();
    }
    return [...checkpoints].toSorted().join();
  });
  const pollWhileAwaited = () => {
    let pauseMs = minPollMs;
    const pollOnce = async () => {
      const before = progress.position();
      await poll().catch(() => undefined);
      if (progress.position() > before) pauseMs = minPollMs;
      await delay(pauseMs, stopped.signal);
      pauseMs = Math.min(pauseMs * 1.5, maxPollMs);
    };
    return repeatUntilStopped(stopped.signal, pollOnce, () => isBuilt && !progress.hasWaiters());
  };
  const startPolling = () => {
    polling ??= pollWhileAwaited().finally(() => {
      polling = null;
    });
  };
  const pollUntilApplied: WaitForProjections = (position, awaited) => {
    const untilApplied = progress.waitForProjections(position, awaited);
    startPolling();
    return untilApplied;
  };
  const own = createTracker(progress, events, pollUntilApplied);
  startPolling();

  return {
    ...own,
    version: poll,
    measureLag: async () => {
      await poll();
      return measureLag(events, progress.position());
    },
    stop: async () => {
      stopped.abort();
      await polling;
    },
  };
}

/**
 * How far the views are that their writer keeps current: one that is being built in another version, or was built by a
 * newer program, does not delay the readers of the others. Null where there is none.
 */
function createPositionFinder(views: TrackerDeps['views'], projections: TrackerDeps['projections']) {
  let outdated = new Set<string>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  const findOutdated = async () => {
    const areOutdated = await Promise.all(
      projections.map(async ({ view, version }) => (await views.live(view))?.version !== version),
    );
    outdated = new Set(projections.filter((_, index) => areOutdated[index]).map(({ view }) => view));
    checkedAt = performance.now();
  };

  return async (checkpoints: ReadonlyMap<string, Position>): Promise<Position | null> => {
    const present = projections.filter(({ view }) => checkpoints.has(view));
    const areEqual = new Set(present.map(({ view }) => checkpoints.get(view))).size <= 1;
    if (!areEqual && performance.now() - checkedAt > versionCheckIntervalMs) await findOutdated();
    const current = areEqual ? present : present.filter(({ view }) => !outdated.has(view));
    return current.reduce<Position | null>((least, { view }) => {
      const position = checkpoints.get(view) ?? startPosition;
      return least === null || position < least ? position : least;
    }, null);
  };
}

function createTracker(
  progress: ProgressTracker,
  events: Pick<EventStore, 'head'>,
  waitForProjections: WaitForProjections,
) {
  return {
    ready: progress.whenBuilt,
    position: progress.position,
    waitForProjections,
    waitForHead: (withinMs = waitTimeoutMs) => {
      const applied = events.head().then((head) => waitForProjections(head));
      return withTimeout(applied, withinMs, () => false).catch(() => false);
    },
    hasReached: progress.hasReached,
    waitUntilApplied: (position: Position, stopped: AbortSignal, views?: readonly string[]) =>
      repeatUntilStopped(
        stopped,
        () => abortable(stopped, waitForProjections(position, views)),
        () => progress.hasReached(position, views),
      ),
  };
}

/**
 * How far `position` is behind the end of the log; seconds since the first event beyond it was written. The events of a
 * long lag are estimated where positions are not consecutive.
 */
export async function measureLag(events: Pick<EventStore, 'head' | 'readAll'>, position: Position) {
  const [head, page] = await Promise.all([events.head(), events.readAll(position, lagPageSize)]);
  const [next] = page;
  const secondsBehind = next ? Math.max(0, (Date.now() - Date.parse(next.metadata.at)) / 1000) : 0;
  const count = page.length < lagPageSize ? page.length : estimateEvents(page, head - position);
  return { position, head, events: count, secondsBehind };
}
