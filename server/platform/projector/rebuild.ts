import type { Position } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { buildTargets } from './build-targets.ts';
import type { PoisonEvent } from './fold-events.ts';
import type { FailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { createFreshTarget, findLiveTarget, type Target, toSubscriptionName } from './target.ts';

type RebuildDeps = {
  events: Pick<EventStore, 'head' | 'readAll'>;
  views: ViewStore;
  projections: readonly AnyProjection[];
};
type RebuildOptions = RebuildDeps & {
  /** Where events are recorded that the former views could not apply. */
  failedEvents?: Pick<FailedEvents, 'clear'>;
  onProgress?: (read: number, position: Position) => void;
};

/** A rebuild met an event that a view cannot apply: the message names it, and says that nothing has changed. */
export class RebuildStopped extends Error {
  constructor({ view, event: { position, type }, error }: PoisonEvent) {
    super(`Event ${position} (${type}) cannot be applied to the view ${view}: ${error}. Nothing was changed.`);
    this.name = 'RebuildStopped';
  }
}

/**
 * Rebuilds every view beside the live one, and then switches all. Resolves to the number of events and the seconds that
 * reading and writing took. Throws RebuildStopped.
 */
export async function rebuildViews({
  events,
  views,
  projections,
  failedEvents,
  onProgress,
}: RebuildOptions): Promise<{ events: number; seconds: number }> {
  const began = performance.now();
  const targets: Target[] = [];
  let read = 0;
  try {
    for (const projection of projections) targets.push(await createFreshTarget(views, projection));
    const onPoison = (poison: PoisonEvent) => {
      throw new RebuildStopped(poison);
    };
    read = await buildTargets({ events, views, targets, onPoison, ...(onProgress && { onProgress }) });
  } catch (error) {
    for (const { declaration, generation } of targets) await views.discard(declaration.view, generation);
    throw error;
  }
  for (const { declaration, generation } of targets) {
    await views.promote(declaration, generation);
    await failedEvents?.clear(toSubscriptionName(declaration.view));
  }
  return { events: read, seconds: (performance.now() - began) / 1000 };
}

/** Applies new events to the live views; those of another version stay as they are. */
export async function catchUpViews({
  events,
  views,
  projections,
  failedEvents,
}: RebuildDeps & { failedEvents: Pick<FailedEvents, 'add'> }): Promise<void> {
  const head = await events.head();
  const liveTargets = await Promise.all(projections.map((projection) => findLiveTarget(views, projection, head)));
  const targets = liveTargets.filter((target) => target !== null);
  const onPoison = ({ view, event, error }: PoisonEvent) =>
    failedEvents.add({ subscription: toSubscriptionName(view), event, error });
  if (targets.length > 0) await buildTargets({ events, views, targets, onPoison });
}

type DiscardOptions = Pick<RebuildDeps, 'views' | 'projections'> & {
  /** Names of views that are not built by these projections. */
  otherViews: readonly string[];
};

/** Drops the views that no projection builds any more. */
export async function discardUnknownViews({ views, projections, otherViews }: DiscardOptions): Promise<void> {
  const knownViews = new Set([...otherViews, ...projections.map(({ view }) => view)]);
  for (const view of (await views.checkpoints()).keys()) {
    const live = knownViews.has(view) ? null : await views.live(view);
    if (live) await views.discard(view, live.generation);
  }
}
