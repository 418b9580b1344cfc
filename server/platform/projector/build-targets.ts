import { setImmediate } from 'node:timers/promises';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { listChanges, type WorkingDocs, createWorkingDocs, foldEvents, type PoisonEvent } from './fold-events.ts';
import { type FailedEvent, toFailedEvent, failedEventBatch } from './failed-events.ts';
import { createIdBloomFilter } from './id-bloom-filter.ts';
import { findEarliestCheckpoint, type Target } from './target.ts';

export type BuildOptions = {
  events: Pick<EventStore, 'readAll'>;
  views: ViewStore;
  targets: Target[];
  /** Decides how an event that cannot be applied is treated: throwing stops the build. */
  onPoison: (poison: PoisonEvent) => void;
  onProgress?: (read: number, position: Position) => void;
  stopped?: AbortSignal;
};

/** Events per read; changes that are buffered before they are written; documents of a view that are cached. */
const pageSize = 2_000;
const maxChanges = 50_000;
const maxCachedDocs = 100_000;

/**
 * `evictedIds` holds the ids that were evicted from the cache and exist only in the store; null where the store may
 * hold any.
 */
type BuildWork = { target: Target; docs: WorkingDocs; evictedIds: ReturnType<typeof createIdBloomFilter> | null };

/**
 * Brings the targets from the earliest checkpoint to the head, reading the log once. Documents are written in large
 * batches, as most change often, while the log is read on. Resolves to the number of events read.
 */
export async function buildTargets(options: BuildOptions): Promise<number> {
  const { events, views, targets, onProgress, stopped } = options;
  const works = targets.map(createWork);
  const parked: FailedEvent[] = [];
  let writing = Promise.resolve();
  let position = findEarliestCheckpoint(targets);
  let read = 0;
  let isAtHead = works.length === 0;
  try {
    while (!isAtHead && stopped?.aborted !== true) {
      const batch = await events.readAll(position, pageSize);
      position = batch.at(-1)?.position ?? position;
      read += batch.length;
      isAtHead = batch.length === 0;
      for (const work of works) parked.push(...(await foldPage(options, work, batch)));
      if (isAtHead || countChanges(works) >= maxChanges) {
        await writing;
        writing = writeBatch(views, works, position, parked.splice(0));
        // A rejection is thrown where the promise is awaited.
        writing.catch(() => undefined);
      }
      onProgress?.(read, position);
      await setImmediate();
    }
  } finally {
    await writing;
  }
  return read;
}

function countChanges(works: BuildWork[]): number {
  return works.reduce((sum, { docs }) => sum + docs.changed.size, 0);
}

/** All documents of a view that is built from scratch are cached until some are evicted. */
function createWork(target: Target): BuildWork {
  return { target, docs: createWorkingDocs(target), evictedIds: null };
}

async function foldPage({ views, onPoison }: BuildOptions, { target, docs }: BuildWork, batch: StoredEvent[]) {
  const poison = await foldEvents(views, target, batch, docs);
  for (const one of poison) onPoison(one);
  return poison.map(toFailedEvent);
}

/** Returns while the batch is being written; unchanged documents in the cache have been written before. */
function writeBatch(views: ViewStore, works: BuildWork[], checkpoint: Position, parked: FailedEvent[]): Promise<void> {
  const batch = works.map(({ target: { declaration, generation }, docs }) => ({
    view: declaration.view,
    generation,
    changes: listChanges(docs),
    checkpoint,
  }));
  const applied = views.apply([...batch, ...failedEventBatch(parked)]);
  for (const work of works) {
    work.target.checkpoint = checkpoint;
    if (work.target.isOfSingleEvents) work.docs.cached.clear();
    else if (work.docs.cached.size > maxCachedDocs) evictUnchanged(work);
    work.docs.changed.clear();
  }
  return applied;
}

function evictUnchanged(work: BuildWork) {
  const { cached, changed, mayExistInStore } = work.docs;
  if (mayExistInStore === 'nowhere') {
    work.evictedIds = createIdBloomFilter();
    work.docs.mayExistInStore = work.evictedIds.has;
  }
  for (const id of cached.keys()) {
    if (changed.has(id)) continue;
    work.evictedIds?.add(id);
    cached.delete(id);
  }
}
