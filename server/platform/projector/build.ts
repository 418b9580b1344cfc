import { setImmediate } from 'node:timers/promises';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { changesOf, type Docs, docsOf, fold, type Poison } from './fold.ts';
import { type Parked, parkedOf, parking } from './parked.ts';
import { seen } from './seen.ts';
import { earliest, type Target } from './target.ts';

export type Building = {
  events: Pick<EventStore, 'readAll'>;
  views: ViewStore;
  targets: Target[];
  /** Decides what becomes of an event that cannot be applied: to throw stops the build. */
  onPoison: (poison: Poison) => void;
  onProgress?: (read: number, position: Position) => void;
  stopped?: AbortSignal;
};

/** Events read at a time; changes that are gathered before they are written; documents of a view kept in memory. */
const slice = 2_000;
const mostChanges = 50_000;
const mostHeld = 100_000;

/** `putAway` knows what was held once and is in the store alone now; null where the store may hold anything. */
type Work = { target: Target; docs: Docs; putAway: ReturnType<typeof seen> | null };

/**
 * Brings the targets from the earliest checkpoint to the head, reading the log once. Documents are written when many
 * have changed, as most change often, and while the log is read on. Resolves to the number of events read.
 */
export async function build(building: Building): Promise<number> {
  const { events, views, targets, onProgress, stopped } = building;
  const works = targets.map(workOn);
  const parked: Parked[] = [];
  let writing = Promise.resolve();
  let position = earliest(targets);
  let read = 0;
  let isAtHead = works.length === 0;
  try {
    while (!isAtHead && stopped?.aborted !== true) {
      const batch = await events.readAll(position, slice);
      position = batch.at(-1)?.position ?? position;
      read += batch.length;
      isAtHead = batch.length === 0;
      for (const work of works) parked.push(...(await foldSlice(building, work, batch)));
      if (isAtHead || sizeOf(works) >= mostChanges) {
        await writing;
        writing = write(views, works, position, parked.splice(0));
        // What it rejects with is thrown where it is awaited.
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

function sizeOf(works: Work[]): number {
  return works.reduce((sum, { docs }) => sum + docs.changed.size, 0);
}

/** Of a view begun from nothing all is held until some of it is put away. */
function workOn(target: Target): Work {
  return { target, docs: docsOf(target), putAway: null };
}

async function foldSlice({ views, onPoison }: Building, { target, docs }: Work, batch: StoredEvent[]) {
  const poison = await fold(views, target, batch, docs);
  for (const one of poison) onPoison(one);
  return poison.map(parkedOf);
}

/** Returns with the batch on its way; what is held and was not changed has been written before. */
function write(views: ViewStore, works: Work[], checkpoint: Position, parked: Parked[]): Promise<void> {
  const batch = works.map(({ target: { declaration, generation }, docs }) => ({
    view: declaration.view,
    generation,
    changes: changesOf(docs),
    checkpoint,
  }));
  const applied = views.apply([...batch, ...parking(parked)]);
  for (const work of works) {
    work.target.checkpoint = checkpoint;
    if (work.target.isOfSingleEvents) work.docs.held.clear();
    else if (work.docs.held.size > mostHeld) putAway(work);
    work.docs.changed.clear();
  }
  return applied;
}

function putAway(work: Work) {
  const { held, changed, elsewhere } = work.docs;
  if (elsewhere === 'nowhere') {
    work.putAway = seen();
    work.docs.elsewhere = work.putAway.has;
  }
  for (const id of held.keys()) {
    if (changed.has(id)) continue;
    work.putAway?.add(id);
    held.delete(id);
  }
}
