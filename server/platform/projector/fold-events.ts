import { startPosition } from '#domain/shared/decider.ts';
import type { Doc, DocChange, DocState, ViewStore } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Target } from './target.ts';

/** An event that a projection could not apply. */
export type PoisonEvent = { view: string; event: StoredEvent; error: string };

/**
 * The cached documents of a view: `cached` in their present state, `changed` the ids of those not yet written.
 * `evicted` the ids that are in the store alone, null where it may have any.
 */
export type WorkingDocs = {
  cached: Map<string, DocState>;
  changed: Set<string>;
  evicted: Set<string> | null;
};

type Update = { event: StoredEvent; ids: string[] };

const noDocument: DocState = { doc: null, position: startPosition };
const maxAttempts = 3;

/** An empty cache; the store may have any document, unless the view is built from scratch. */
export function createWorkingDocs({ isOfSingleEvents, checkpoint }: Target): WorkingDocs {
  const isStoreEmpty = isOfSingleEvents || checkpoint === startPosition;
  return { cached: new Map(), changed: new Set(), evicted: isStoreEmpty ? new Set() : null };
}

/** The documents to write: the last state of each one that changed. */
export function listChanges({ cached, changed }: WorkingDocs): DocChange[] {
  return Array.from(changed, (id) => ({ id, ...(cached.get(id) ?? noDocument) }));
}

/**
 * Folds the events that are new to the target into the documents. An event that fails three times marks those that
 * exist as incomplete, and changes nothing else.
 */
export async function foldEvents(
  views: ViewStore,
  target: Target,
  events: StoredEvent[],
  docs: WorkingDocs,
): Promise<PoisonEvent[]> {
  const poison: PoisonEvent[] = [];
  const updates: Update[] = [];
  const { checkpoint, handles } = target;
  for (const event of events) {
    if (!handles.has(event.type) || event.position <= checkpoint) continue;
    const error = tryThreeTimes(target, event, updates, findUpdate);
    if (error !== null) poison.push({ view: target.declaration.view, event, error });
  }
  await loadMissing(views, target, updates, docs);
  for (const update of updates) {
    const error = tryThreeTimes(target, update, docs, applyUpdate);
    if (error === null) continue;
    poison.push({ view: target.declaration.view, event: update.event, error });
    markIncomplete(update, docs);
  }
  return poison;
}

function findUpdate({ idsOf }: Target, event: StoredEvent, updates: Update[]) {
  const ids = idsOf(event);
  if (!Array.isArray(ids)) throw new TypeError(`${event.type} names no documents`);
  updates.push({ event, ids });
}

async function loadMissing(views: ViewStore, target: Target, updates: Update[], { cached, evicted }: WorkingDocs) {
  if (evicted?.size === 0) return;
  const missing = new Set<string>();
  const isMissing = (id: string) => !cached.has(id) && (evicted?.has(id) ?? true);
  for (const { ids } of updates) for (const id of ids) if (isMissing(id)) missing.add(id);
  if (missing.size === 0) return;
  const idsToLoad = [...missing];
  const found = await views.getFrom(target.declaration.view, target.generation, idsToLoad);
  for (const [index, one] of found.entries()) cached.set(idsToLoad[index] ?? '', one);
}

function applyUpdate(target: Target, { event, ids }: Update, docs: WorkingDocs) {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) {
    const change = computeChange(target, event, id, docs);
    if (change !== null) recordChange(change, docs);
    return;
  }
  const changes: DocChange[] = [];
  for (const one of new Set(ids)) {
    const change = computeChange(target, event, one, docs);
    if (change !== null) changes.push(change);
  }
  for (const change of changes) recordChange(change, docs);
}

/** Null where the event changes nothing. */
function computeChange({ evolve }: Target, event: StoredEvent, id: string, { cached }: WorkingDocs): DocChange | null {
  const { position } = event;
  const before = cached.get(id) ?? noDocument;
  if (before.position >= position) return null;
  const doc = evolve(before.doc, event, id);
  if (doc === before.doc) return null;
  if (doc !== null && doc.id !== id) throw new Error(`The document ${id} came out as ${doc.id}`);
  return { id, doc: doc !== null && isIncomplete(before.doc) ? markDoc(doc) : doc, position };
}

function isIncomplete(doc: Doc | null): boolean {
  return doc !== null && 'incomplete' in doc;
}

function markDoc(doc: Doc): Doc & { incomplete: true } {
  return { ...doc, incomplete: true };
}

function recordChange(change: DocChange, { cached, changed }: WorkingDocs) {
  cached.set(change.id, change);
  changed.add(change.id);
}

/** Later events are still folded into such a document; it is whole again when the event is replayed, or its view rebuilt. */
function markIncomplete({ event: { position }, ids }: Update, { cached, changed }: WorkingDocs) {
  for (const id of ids) {
    const { doc, position: before } = cached.get(id) ?? noDocument;
    if (doc === null || before >= position) continue;
    cached.set(id, { doc: markDoc(doc), position });
    changed.add(id);
  }
}

/** The message of the last error; null where the work succeeded. It takes no closure, as it runs for every event. */
function tryThreeTimes<A, B>(target: Target, one: A, other: B, work: (target: Target, one: A, other: B) => void) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      work(target, one, other);
      return null;
    } catch (error) {
      if (attempt >= maxAttempts) return error instanceof Error ? error.message : String(error);
    }
  }
}
