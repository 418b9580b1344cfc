import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { buildTargets } from './build-targets.ts';
import type { PoisonEvent } from './fold-events.ts';
import { ensureFailedEventsView, clearFailedEvents } from './failed-events.ts';
import { createFreshTarget, findLiveTarget, type Target } from './target.ts';

type BuildViewsDeps = {
  events: EventStore;
  views: ViewStore;
  projections: readonly AnyProjection[];
  log: Pick<Logger, 'info' | 'warn'>;
  onPoison: (poison: PoisonEvent) => void;
  onRead: (position: Position) => void;
  stopped: AbortSignal;
};

/** Between two tries while a store is unavailable. */
const retryDelayMs = 200;

/** All views of this version, built up to the head, as soon as the stores are available; null when stopped before. */
export async function buildViews(parts: BuildViewsDeps): Promise<Target[] | null> {
  const { log, stopped } = parts;
  while (!stopped.aborted) {
    try {
      return await buildOnce(parts);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      log.warn({ err: error }, 'Failed to build the views; retrying');
      await delay(retryDelayMs * (0.5 + Math.random()), stopped);
    }
  }
  return null;
}

/** Readers see the existing views until those that must be rebuilt are complete. */
async function buildOnce({ onRead, ...parts }: BuildViewsDeps): Promise<Target[] | null> {
  const { events, views, projections, log, stopped } = parts;
  await ensureFailedEventsView(views);
  const head = await events.head();
  const fresh: Target[] = [];
  const targets: Target[] = [];
  for (const projection of projections) {
    const live = await findLiveTarget(views, projection, head);
    const target = live ?? (await createFreshTarget(views, projection));
    targets.push(target);
    if (live) continue;
    fresh.push(target);
    await clearFailedEvents(views, projection.view);
    log.info({ view: projection.view, version: projection.version }, 'Building a view from the log');
  }
  await buildTargets({ ...parts, targets, onProgress: (_read, position) => onRead(position) });
  if (stopped.aborted) return null;
  for (const { declaration, generation } of fresh) await views.promote(declaration, generation);
  return targets;
}
