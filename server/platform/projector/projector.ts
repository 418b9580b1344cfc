import type { Log } from '#server/lib/log.ts';
import type { Position } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { Fenced, StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { createUnsavedCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { FailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import type { LogFeed } from '#server/platform/subscriptions/log-feed.ts';
import { type ProgressTracker, createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import type { RunningSubscription, Subscriber } from '#server/platform/subscriptions/subscriber.ts';
import { backgroundPace, type BuildOptions, type BuildPace, buildTargets } from './build-targets.ts';
import type { PoisonEvent } from './fold-events.ts';
import { openTargets } from './open-targets.ts';
import { findEarliestCheckpoint, type NewerViewPolicy, type OpenedTarget, toSubscriptionName } from './target.ts';
import { type AppliedBatch, createViewGroup } from './view-group.ts';

/** In ms: others wait for a view until its checkpoint is saved, also where the last events were none of its own. */
const checkpointIntervalMs = 100;

export type Projector = {
  /** Resolves when every view is built and has applied all events that were in the log at the start. */
  ready: Promise<void>;
  position: () => Position;
  /** Resolves with whether the views have applied `position`: when they have, or after 2 s. */
  waitForProjections: (position: Position) => Promise<boolean>;
  /** Resolves when the current batch has been applied. */
  stop: () => Promise<void>;
};

export type ProjectorDeps = {
  feed: Pick<LogFeed, 'run' | 'head' | 'readAll'>;
  views: ViewStore;
  projections: readonly AnyProjection[];
  failedEvents: Pick<FailedEvents, 'add' | 'clear'>;
  /** What it does where a newer version of the program has built a view: it leaves that view to it unless given. */
  newerViews?: NewerViewPolicy;
  /**
   * Its name is `views` unless given. One that is selective gets events of the types that its views handle alone, so
   * that others need not be opened.
   */
  subscription?: { name: string; isSelective?: boolean };
  /** The pace of building while no view is shown yet: as fast as possible unless given. */
  pace?: BuildPace;
  log: Log;
};
/** What a projector tells of its views. */
type ViewProgress = Pick<
  ProgressTracker,
  'position' | 'waitForProjections' | 'recordApplied' | 'recordBuilt' | 'recordRead' | 'recordSwitch'
>;
type ProjectorListeners = {
  /** Called once for each batch; what it throws is logged. */
  onApplied?: (batch: AppliedBatch) => void | Promise<void>;
  /** Notified of the progress of the views; given where other readers wait for it too. */
  progress?: ViewProgress;
  /** Called when the store refuses to write, as another process has taken over: this projector must then be stopped. */
  onFenced?: () => void;
};

/**
 * Applies the log to the views. Those that readers see are written together; what is missing, of another version or
 * behind is built beside them from its own checkpoint on, and joins them near the head.
 */
export function startProjector(deps: ProjectorDeps, listeners: ProjectorListeners = {}): Projector {
  const { feed, views, log } = deps;
  const { onApplied = () => undefined, progress = createProgressTracker(), onFenced } = listeners;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const ready = Promise.withResolvers<undefined>();
  const onPoison = ({ view, event, error }: PoisonEvent) =>
    deps.failedEvents.add({ subscription: toSubscriptionName(view), event, error });
  const { recordApplied: onDurable, recordSwitch: onRepaired } = progress;
  const group = createViewGroup({ views, readAll: feed.readAll, log, onPoison, onDurable, onRepaired, onApplied });
  let running: RunningSubscription | null = null;

  const isPermanent = (error: unknown) => !(error instanceof StoreUnavailable);
  const attempt = <T>(what: string, work: () => Promise<T>) =>
    retryUntilStopped(what, work, { log, stopped, isPermanent });

  const startGroup = () => {
    if (running !== null || stopped.aborted || group.targets().length === 0) return;
    const start = findEarliestCheckpoint(group.targets());
    progress.recordApplied(start);
    const subscriber = createViewSubscriber(deps, { group, start, onProgress: progress.recordApplied });
    running = feed.run({ ...subscriber, ...(onFenced && { onFenced }) });
  };

  const build = (behind: OpenedTarget[]) => {
    const pace = running === null ? deps.pace : backgroundPace;
    return joinBehind(behind, { events: feed, views, group, progress, onPoison, stopped, ...(pace && { pace }) });
  };

  const run = async () => {
    const openedTargets = await attempt('open the views', () => openTargets(deps, feed));
    if (openedTargets === null) return;
    await group.join(openedTargets.current, () => Promise.resolve());
    startGroup();
    if (openedTargets.areAllPresent) progress.recordBuilt();
    if (openedTargets.behind.length > 0) await attempt('build the views', () => build(openedTargets.behind));
    if (stopped.aborted) return;
    startGroup();
    progress.recordBuilt();
    await running?.ready;
    ready.resolve(undefined);
  };
  const done = run().catch((error: unknown) => {
    if (error instanceof Fenced) onFenced?.();
    else if (!stopped.aborted) ready.reject(error);
  });

  return {
    ready: ready.promise,
    position: progress.position,
    waitForProjections: progress.waitForProjections,
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await done;
      await running?.stop();
    },
  };
}

type GroupStart = {
  group: ReturnType<typeof createViewGroup>;
  start: Position;
  onProgress: (position: Position) => void;
};

function createViewSubscriber(
  { projections, subscription: { name, isSelective = false } = { name: 'views' } }: ProjectorDeps,
  { group, start, onProgress }: GroupStart,
): Subscriber {
  const { handle, replay, saveCheckpoint } = group;
  const load = () => Promise.resolve(start);
  // The others write their checkpoint with each batch.
  const selective = {
    handles: [...new Set(projections.flatMap(({ handles }) => handles))],
    takesDamaged: true,
    checkpoint: { load, save: saveCheckpoint, intervalMs: checkpointIntervalMs },
    onProgress,
  };
  return {
    name,
    handle,
    replay,
    handlesPart: (subscription) => projections.some(({ view }) => toSubscriptionName(view) === subscription),
    checkpoint: createUnsavedCheckpoint(load),
    ...(isSelective && selective),
  };
}

type JoinOptions = Omit<BuildOptions, 'targets' | 'onProgress'> & {
  group: ReturnType<typeof createViewGroup>;
  progress: ViewProgress;
  stopped: AbortSignal;
};

/** Builds targets up to the head, shows them to readers, and adds them to the group. */
async function joinBehind(behind: OpenedTarget[], { group, progress, pace, ...options }: JoinOptions) {
  const targets = behind.map(({ target }) => target);
  const onProgress = (_read: number, position: Position) => progress.recordRead(position);
  const catchUp = () => buildTargets({ ...options, targets, onProgress });
  await buildTargets({ ...options, targets, onProgress, ...(pace && { pace }) });
  if (options.stopped.aborted) return;
  for (const { target, state } of behind) {
    if (state === 'fresh') await options.views.promote(target.declaration, target.generation);
  }
  await group.join(targets, catchUp);
  progress.recordSwitch();
}
