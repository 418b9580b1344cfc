import { setImmediate } from 'node:timers/promises';
import { type Position, start } from '#domain/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import { changesOf, type Docs, fold, noDocs, type Poison } from './fold.ts';
import { type Parked, parkedOf, parking } from './parked.ts';
import { seen } from './seen.ts';
import { earliest, type Target } from './target.ts';

export type Building = {
  events: EventStore;
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

type Work = { target: Target; docs: Docs; written: ReturnType<typeof seen> };

/**
 * Brings the targets from the earliest checkpoint to the head, reading the log once. Documents are written when many
 * have changed: most of them change often. Resolves to the number of events read.
 */
export async function build(building: Building): Promise<number> {
  const { events, targets, onProgress, stopped } = building;
  const works = targets.map(workOn);
  const parked: Parked[] = [];
  let position = earliest(targets);
  let read = 0;
  let isAtHead = works.length === 0;
  while (!isAtHead && stopped?.aborted !== true) {
    const batch = await events.readAll(position, slice);
    position = batch.at(-1)?.position ?? position;
    read += batch.length;
    isAtHead = batch.length === 0;
    for (const work of works) parked.push(...(await foldSlice(building, work, batch)));
    if (isAtHead || sizeOf(works) >= mostChanges) await write(building.views, works, position, parked.splice(0));
    onProgress?.(read, position);
    await setImmediate();
  }
  return read;
}

function sizeOf(works: Work[]): number {
  return works.reduce((sum, { docs }) => sum + docs.changed.size, 0);
}

/** What was begun from nothing holds no document but those written since. */
function workOn(target: Target): Work {
  const written = seen();
  const begunFromNothing = target.checkpoint === start;
  return { target, docs: noDocs((id) => begunFromNothing && !written.has(id)), written };
}

async function foldSlice({ views, onPoison }: Building, { target, docs }: Work, batch: StoredEvent[]) {
  const poison = await fold(views, target, batch, docs);
  for (const one of poison) onPoison(one);
  return poison.map(parkedOf);
}

async function write(views: ViewStore, works: Work[], checkpoint: Position, parked: Parked[]) {
  const batch = works.map(({ target: { declaration, generation }, docs }) => ({
    view: declaration.view,
    generation,
    changes: changesOf(docs),
    checkpoint,
  }));
  await views.apply([...batch, ...parking(parked)]);
  for (const { target, docs, written } of works) {
    target.checkpoint = checkpoint;
    for (const id of docs.changed) written.add(id);
    docs.changed.clear();
    if (docs.held.size > mostHeld) docs.held.clear();
  }
}
