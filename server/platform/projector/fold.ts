import { start } from '#domain/shared/decider.ts';
import type { Change, Held, ViewStore } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Target } from './target.ts';

/** An event that a projection could not take in. */
export type Poison = { view: string; event: StoredEvent; error: string };

/**
 * A view's documents while they are worked on: `held` as known so far, `changed` the ids of those not yet written.
 * `elsewhere` tells of an id that is not held whether the store may have something under it.
 */
export type Docs = { held: Map<string, Held>; changed: Set<string>; elsewhere: ((id: string) => boolean) | 'nowhere' };

type Touch = { event: StoredEvent; ids: string[] };

const nothing: Held = { doc: null, position: start };
const tries = 3;

/** None yet; the store may have any of them, unless the view is begun from nothing. */
export function docsOf({ isOfSingleEvents, checkpoint }: Target): Docs {
  const elsewhere = isOfSingleEvents || checkpoint === start ? 'nowhere' : () => true;
  return { held: new Map(), changed: new Set(), elsewhere };
}

/** What is to be written: the last state of each document that changed. */
export function changesOf({ held, changed }: Docs): Change[] {
  return Array.from(changed, (id) => ({ id, ...(held.get(id) ?? nothing) }));
}

/** Folds the events that are news to the target into the documents. An event that fails changes none of them. */
export async function fold(views: ViewStore, target: Target, events: StoredEvent[], docs: Docs): Promise<Poison[]> {
  const poison: Poison[] = [];
  const touches: Touch[] = [];
  for (const event of events) {
    if (event.position <= target.checkpoint || !target.handles.has(event.type)) continue;
    guarded(target, event, poison, () => touches.push({ event, ids: [...target.idsOf(event)] }));
  }
  await load(views, target, touches, docs);
  for (const touch of touches) guarded(target, touch.event, poison, () => apply(target, touch, docs));
  return poison;
}

async function load(views: ViewStore, target: Target, touches: Touch[], { held, elsewhere }: Docs) {
  if (elsewhere === 'nowhere') return;
  const missing = new Set<string>();
  for (const { ids } of touches) for (const id of ids) if (!held.has(id) && elsewhere(id)) missing.add(id);
  if (missing.size === 0) return;
  const wanted = [...missing];
  const found = await views.getFrom(target.declaration.view, target.generation, wanted);
  for (const [index, one] of found.entries()) held.set(wanted[index] ?? '', one);
}

function apply({ evolve }: Target, { event, ids }: Touch, { held, changed }: Docs) {
  const { position } = event;
  const next: Change[] = [];
  for (const id of ids.length > 1 ? new Set(ids) : ids) {
    const before = held.get(id) ?? nothing;
    if (before.position >= position) continue;
    const doc = evolve(before.doc, event, id);
    if (doc === before.doc) continue;
    if (doc !== null && doc.id !== id) throw new Error(`The document ${id} came out as ${doc.id}`);
    next.push({ id, doc, position });
  }
  for (const change of next) {
    held.set(change.id, change);
    changed.add(change.id);
  }
}

function guarded({ declaration }: Target, event: StoredEvent, poison: Poison[], work: () => void) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      work();
      return;
    } catch (error) {
      if (attempt < tries) continue;
      poison.push({ view: declaration.view, event, error: error instanceof Error ? error.message : String(error) });
      return;
    }
  }
}
