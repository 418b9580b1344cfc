import { type Position, start } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { pause } from '#server/lib/pause.ts';
import { unlessAborted } from '#server/lib/unless-aborted.ts';
import { lagOf } from './lag.ts';
import type { Progress } from './progress.ts';

/** What readers find in the views, whichever process keeps them. */
export type Watched = {
  /** Resolves when every view is there. */
  ready: Promise<void>;
  /** As far as this process knows. */
  position: () => Position;
  /** Resolves when the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
  /** Resolves when they have, however long it takes, or when `stopped`. */
  reached: (position: Position, stopped: AbortSignal) => Promise<void>;
  /** Another one whenever a view has changed. */
  stamp: () => Stamp | Promise<Stamp>;
  lag: () => Promise<{ position: Position; head: Position; secondsBehind: number }>;
  stop: () => Promise<void>;
};
export type Stamp = string | number;

type Parts = {
  events: EventStore;
  views: Pick<ViewStore, 'checkpoints'>;
  projections: readonly AnyProjection[];
  /** Whether this process keeps the views just now: then its projector tells, and the store need not be asked. */
  isKeeping?: () => boolean;
};

/** In ms, between two looks at the store while somebody waits: short at first, as most wait for a moment only. */
const shortest = 5;
const longest = 100;

/** `isShared`: another process may keep the views. */
export function watchViews(isShared: boolean, seen: Progress, parts: Parts): Watched {
  return isShared ? watchShared(seen, parts) : watchOwn(seen, parts);
}

/** The views of a process that alone keeps them: its projector tells `seen`, and nothing need be asked. */
function watchOwn(seen: Progress, { events }: Pick<Parts, 'events'>): Watched {
  return {
    ...watched(seen, seen.caughtUp),
    stamp: seen.position,
    lag: () => lagOf(events, seen.position()),
    stop: () => Promise.resolve(),
  };
}

/**
 * The views that another process may keep. Their checkpoints are asked for while somebody waits, once for all who do;
 * a projector of this process may tell `seen` sooner.
 */
function watchShared(seen: Progress, { events, views, projections, isKeeping = () => false }: Parts): Watched {
  const stopped = new AbortController();
  let looking: Promise<void> | null = null;

  const look = sharing(async () => {
    const checkpoints = await views.checkpoints();
    const reached = projections.map(({ view }) => checkpoints.get(view));
    const least = Math.min(...reached.map((position) => position ?? Number.NaN));
    // A view that was never built makes this NaN; the least of positions is one of them.
    if (least >= seen.position()) seen.applied(least as Position);
    return [...checkpoints].toSorted().join();
  });
  const lookWhileAwaited = async () => {
    for (let wait = shortest; seen.isAwaited() && !stopped.signal.aborted; wait = Math.min(wait * 1.5, longest)) {
      const before = seen.position();
      if (!isKeeping()) await look().catch(() => undefined);
      if (seen.position() > before) wait = shortest;
      await pause(wait, stopped.signal);
    }
  };
  const caughtUp = (position: Position) => {
    const reached = seen.caughtUp(position);
    looking ??= lookWhileAwaited().finally(() => {
      looking = null;
    });
    return reached;
  };
  const own = watched(seen, caughtUp);
  const building = own.reached(start, stopped.signal);

  return {
    ...own,
    stamp: look,
    lag: async () => {
      await look();
      return lagOf(events, seen.position());
    },
    stop: async () => {
      stopped.abort();
      await Promise.all([looking, building]);
    },
  };
}

function watched(seen: Progress, caughtUp: Watched['caughtUp']) {
  return {
    ready: seen.built,
    position: seen.position,
    caughtUp,
    reached: async (position: Position, stopped: AbortSignal) => {
      while (!stopped.aborted && !seen.has(position)) await unlessAborted(stopped, caughtUp(position));
    },
  };
}

/** Whoever asks while an answer is on its way gets the next one: never one that is older than the question. */
function sharing<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;
  const begin = () => {
    const answer = ask();
    const settled = answer.then(
      () => undefined,
      () => undefined,
    );
    underWay = settled;
    void settled.then(() => {
      if (underWay === settled) underWay = null;
    });
    return answer;
  };
  return () => {
    if (underWay === null) return begin();
    next ??= underWay.then(() => {
      next = null;
      return begin();
    });
    return next;
  };
}
