import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { Fenced, type ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent, Subscription } from '#server/platform/event-store/port.ts';
import { buildViews } from './build-views.ts';
import { listChanges, createWorkingDocs, foldEvents, type PoisonEvent } from './fold-events.ts';
import { measureLag } from './lag.ts';
import { type FailedEvent, toFailedEvent, failedEventBatch } from './failed-events.ts';
import { type ProgressTracker, createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { findEarliestCheckpoint, type Target } from './target.ts';

/** A batch that is durable in the views: its events, and the ids of the documents that it changed, by view. */
export type AppliedBatch = { events: StoredEvent[]; changed: Map<string, Set<string>>; position: Position };

export type Projector = {
  /** Resolves when every view is built and has applied all events that were in the log at the start. */
  ready: Promise<void>;
  position: () => Position;
  /** Resolves when the views have applied `position`, or after 2 s. */
  waitForProjections: (position: Position) => Promise<void>;
  measureLag: () => Promise<{ position: Position; head: Position; secondsBehind: number }>;
  /** Resolves when the current batch has been applied. */
  stop: () => Promise<void>;
};

type ProjectorOptions = {
  events: EventStore;
  views: ViewStore;
  projections: readonly AnyProjection[];
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called once for each batch after the views were built; what it throws is logged. */
  onApplied?: (batch: AppliedBatch) => void | Promise<void>;
  onEventFailed?: (parked: FailedEvent) => void | Promise<void>;
  /** Notified of the progress of the views; given where other readers wait for it too. */
  progress?: ProgressTracker;
  /** Called when the store refuses to write, as another process has taken over: this projector must then be stopped. */
  onFenced?: () => void;
};

/** Applies the log to the views: builds what is missing or of another version, then follows. */
export function startProjector(options: ProjectorOptions): Projector {
  const { events } = options;
  const stopping = new AbortController();
  const views = options.progress ?? createProgressTracker();
  const ready = Promise.withResolvers<undefined>();
  let subscription: Subscription | null = null;

  const run = async () => {
    const poisoned: FailedEvent[] = [];
    const onPoison = (poison: PoisonEvent) => void poisoned.push(toFailedEvent(poison));
    const targets = await buildViews({ ...options, onPoison, onRead: views.recordRead, stopped: stopping.signal });
    if (targets === null) return;
    const from = findEarliestCheckpoint(targets);
    views.recordApplied(from);
    subscription = events.subscribe(from, createBatchHandler(options, targets, views.recordApplied));
    ready.resolve(undefined);
    await notifyFailed(options, poisoned);
  };
  const running = run().catch((error: unknown) => {
    if (error instanceof Fenced) options.onFenced?.();
    else ready.reject(error);
  });

  return {
    ready: ready.promise,
    position: views.position,
    waitForProjections: views.waitForProjections,
    measureLag: () => measureLag(events, views.position()),
    stop: async () => {
      stopping.abort();
      await running;
      await subscription?.stop();
    },
  };
}

function createBatchHandler(options: ProjectorOptions, targets: Target[], onDurable: (position: Position) => void) {
  const { views, log } = options;
  return async (events: StoredEvent[]) => {
    const position = events.at(-1)?.position ?? findEarliestCheckpoint(targets);
    try {
      const works = targets.map((target) => ({ target, docs: createWorkingDocs(target) }));
      const poison = await Promise.all(works.map(({ target, docs }) => foldEvents(views, target, events, docs)));
      const parked = poison.flat().map(toFailedEvent);
      const batch = works.map(({ target: { declaration, generation }, docs }) => ({
        view: declaration.view,
        generation,
        changes: listChanges(docs),
        checkpoint: position,
      }));
      await views.apply([...batch, ...failedEventBatch(parked)]);
      for (const target of targets) target.checkpoint = position;
      onDurable(position);
      await notifyFailed(options, parked);
      const changed = batch.filter(({ changes }) => changes.length > 0);
      await notifyApplied(options, {
        events,
        position,
        changed: new Map(changed.map(({ view, changes }) => [view, new Set(changes.map(({ id }) => id))])),
      });
    } catch (error) {
      if (error instanceof Fenced) options.onFenced?.();
      else log.warn({ err: error, position }, 'Failed to apply a batch to the read models; retrying');
      throw error;
    }
  };
}

async function notifyFailed({ log, onEventFailed }: ProjectorOptions, parked: FailedEvent[]) {
  for (const doc of parked) {
    log.error({ parked: doc }, 'A view could not apply the event, which was moved to the failed events');
    await callListener(log, () => onEventFailed?.(doc));
  }
}

async function notifyApplied({ log, onApplied }: ProjectorOptions, applied: AppliedBatch) {
  await callListener(log, () => onApplied?.(applied));
}

/** The batch is durable: even if a listener fails, it must not be applied again. */
async function callListener(log: ProjectorOptions['log'], tell: () => void | Promise<void>) {
  try {
    await tell();
  } catch (error) {
    log.error({ err: error }, 'Projector listener failed');
  }
}
