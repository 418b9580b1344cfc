import type { Position } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { delay, yieldToEventLoop } from '#server/lib/delay.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { listChanges, type WorkingDocs, createWorkingDocs, foldEvents, type PoisonEvent } from './fold-events.ts';
import { findEarliestCheckpoint, type Target } from './target.ts';

export type BuildOptions = {
  events: Pick<EventStore, 'readAll'>;
  views: ViewStore;
  targets: Target[];
  /** Records an event that cannot be applied, durably: throwing stops the build. */
  onPoison: (poison: PoisonEvent) => void | Promise<void>;
  onProgress?: (read: number, position: Position) => void;
  stopped?: AbortSignal;
  pace?: BuildPace;
};

/** Events per read; changes that are buffered before they are written; the pause after a read, in times of its work. */
export type BuildPace = { pageSize: number; maxChanges: number; pauseFactor: number };

/** Nothing else has to be done before that. */
const fullPace: BuildPace = { pageSize: 2_000, maxChanges: 50_000, pauseFactor: 0 };
/** Small steps with pauses between them: requests are answered, and other views are written, at the same time. */
export const backgroundPace: BuildPace = { pageSize: 200, maxChanges: 500, pauseFactor: 1 };

/** Documents of a view that are cached. */
const maxCachedDocs = 100_000;

/** Ids of evicted documents that are remembered, about 100 bytes each. */
const maxEvictedIds = 2_000_000;

type BuildWork = { target: Target; docs: WorkingDocs };

/**
 * Brings the targets from the earliest checkpoint to the head, reading the log once. Documents are written in batches,
 * as most change often, each with the checkpoint, while the log is read on. Resolves to the number of events read.
 */
export async function buildTargets(options: BuildOptions): Promise<number> {
  const { events, targets, onProgress, stopped, pace = fullPace } = options;
  const works = targets.map((target) => ({ target, docs: createWorkingDocs(target) }));
  const writer = createBuildWriter(options.views, works, pace);
  let position = findEarliestCheckpoint(targets);
  let read = 0;
  let isAtHead = works.length === 0;
  try {
    while (!isAtHead && stopped?.aborted !== true) {
      const batch = await events.readAll(position, pace.pageSize);
      const began = performance.now();
      position = batch.at(-1)?.position ?? position;
      read += batch.length;
      isAtHead = batch.length === 0;
      for (const work of works) await foldPage(options, work, batch);
      await writer.writeIfDue(position, isAtHead);
      onProgress?.(read, position);
      await yieldToEventLoop();
      if (pace.pauseFactor > 0) await delay((performance.now() - began) * pace.pauseFactor, stopped);
    }
  } finally {
    await writer.end();
  }
  return read;
}

/** Writes one batch while the next one is read. */
function createBuildWriter(views: ViewStore, works: BuildWork[], { maxChanges }: BuildPace) {
  let writing = Promise.resolve();
  const isDue = (position: Position, isAtHead: boolean) =>
    isAtHead
      ? works.some(({ target }) => target.checkpoint < position)
      : works.reduce((sum, { docs }) => sum + docs.changed.size, 0) >= maxChanges;
  return {
    writeIfDue: async (position: Position, isAtHead: boolean) => {
      if (!isDue(position, isAtHead)) return;
      await writing;
      writing = writeBatch(views, works, position);
      // A rejection is thrown where the promise is awaited.
      writing.catch(() => undefined);
    },
    end: () => writing,
  };
}

async function foldPage({ views, onPoison }: BuildOptions, { target, docs }: BuildWork, batch: StoredEvent[]) {
  for (const poison of await foldEvents(views, target, batch, docs)) await onPoison(poison);
}

/** Returns while the batch is being written; unchanged documents in the cache have been written before. */
async function writeBatch(views: ViewStore, works: BuildWork[], checkpoint: Position): Promise<void> {
  const batch = works.map(({ target: { declaration, generation }, docs }) => ({
    view: declaration.view,
    generation,
    changes: listChanges(docs),
    checkpoint,
  }));
  const applied = views.apply(batch);
  for (const { docs } of works) {
    if (docs.cached.size > maxCachedDocs) evictUnchanged(docs);
    docs.changed.clear();
  }
  await applied;
  for (const { target } of works) if (target.checkpoint < checkpoint) target.checkpoint = checkpoint;
}

function evictUnchanged(docs: WorkingDocs) {
  const { cached, changed, evicted } = docs;
  for (const id of cached.keys()) {
    if (changed.has(id)) continue;
    evicted?.add(id);
    cached.delete(id);
  }
  if (evicted && evicted.size > maxEvictedIds) docs.evicted = null;
}
