import { parseStreamName } from '#domain/event-catalog/streams.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { Relation } from '#projections/projection.ts';
import type { Doc, DocChange, DocState, ViewStore } from '#projections/store/port.ts';
import { blankDamagedData, hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Target } from './target.ts';

/** An event that a projection could not apply. */
export type PoisonEvent = { view: string; event: StoredEvent; error: string };

/**
 * The cached documents of a view: `cached` in their present state, `changed` those not yet written; of single events,
 * which nothing reads again, there are only these.
 * `evicted` the ids that are in the store alone, null where it may have any. `related` the known ids by relation,
 * `searched` the relations whose ids in the store are known.
 */
export type WorkingDocs = {
  cached: Map<string, DocState>;
  changed: Map<string, DocChange>;
  evicted: Set<string> | null;
  related: Map<string, Set<string>>;
  searched: Set<string>;
};

type Update = { event: StoredEvent; ids: string[]; relation: Relation | null };

const noDocument: DocState = { doc: null, position: startPosition };
const maxAttempts = 3;

/** An empty cache; the store may have any document, unless the view is built from scratch. */
export function createWorkingDocs({ isOfSingleEvents, checkpoint }: Target): WorkingDocs {
  const isStoreEmpty = isOfSingleEvents || checkpoint === startPosition;
  return {
    cached: new Map(),
    changed: new Map(),
    evicted: isStoreEmpty ? new Set() : null,
    related: new Map(),
    searched: new Set(),
  };
}

/** The documents to write: the last state of each one that changed. */
export function listChanges({ changed }: WorkingDocs): DocChange[] {
  return [...changed.values()];
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
  for (const storedEvent of events) {
    if (!handles.has(storedEvent.type) || storedEvent.position <= checkpoint) continue;
    // Where a view needs only their places, damaged data read as empty.
    const event = blankDamagedData(storedEvent);
    const error = tryThreeTimes(target, event, updates, findUpdate);
    if (error !== null) poison.push({ view: target.declaration.view, event, error });
  }
  await findRelated(views, target, updates, docs);
  await loadMissing(views, target, updates, docs);
  for (const update of updates) {
    const error = describeDamage(target, update.event) ?? tryThreeTimes(target, update, docs, applyUpdate);
    if (error === null) continue;
    poison.push({ view: target.declaration.view, event: update.event, error });
    markIncomplete(update, docs);
  }
  return poison;
}

/** Null where the view can apply the event. */
function describeDamage({ readsDamagedEvents }: Target, event: StoredEvent): string | null {
  return hasDamagedData(event) && !readsDamagedEvents ? (event.damage?.problem ?? null) : null;
}

function findUpdate(target: Target, event: StoredEvent, updates: Update[]) {
  const { idsOf, relatedTo } = target;
  if (describeDamage(target, event) !== null) {
    // The document of the stream's own subject, where the view has one, lacks the event.
    updates.push({ event, ids: [parseStreamName(event.stream).id], relation: null });
    return;
  }
  const ids = idsOf(event);
  if (!Array.isArray(ids)) throw new TypeError(`${event.type} names no documents`);
  updates.push({ event, ids, relation: relatedTo(event) });
}

/** Documents created in this batch are added as they are created. */
async function findRelated(
  views: ViewStore,
  { declaration, generation }: Target,
  updates: Update[],
  docs: WorkingDocs,
) {
  if (docs.evicted !== null) return;
  for (const { relation } of updates) {
    if (relation === null || docs.searched.has(toRelationKey(relation))) continue;
    const ids = await views.findIds(declaration.view, generation, relation.field, relation.value);
    for (const id of ids) addRelated(docs, relation, id);
    docs.searched.add(toRelationKey(relation));
  }
}

function addRelated({ related }: WorkingDocs, relation: Relation, id: string) {
  const key = toRelationKey(relation);
  const relatedIds = related.get(key);
  if (relatedIds) relatedIds.add(id);
  else related.set(key, new Set([id]));
}

function toRelationKey({ field, value }: Relation): string {
  return `${field}:${value}`;
}

function listIds({ ids, relation }: Update, { related }: WorkingDocs): string[] {
  const more = relation === null ? undefined : related.get(toRelationKey(relation));
  return more === undefined ? ids : [...new Set([...ids, ...more])];
}

async function loadMissing(views: ViewStore, target: Target, updates: Update[], docs: WorkingDocs) {
  const { cached, evicted } = docs;
  if (evicted?.size === 0) return;
  const missing = new Set<string>();
  const isMissing = (id: string) => !cached.has(id) && (evicted?.has(id) ?? true);
  for (const update of updates) for (const id of listIds(update, docs)) if (isMissing(id)) missing.add(id);
  if (missing.size === 0) return;
  const idsToLoad = [...missing];
  const loadedDocs = await views.getFrom(target.declaration.view, target.generation, idsToLoad);
  for (const [index, one] of loadedDocs.entries()) cached.set(idsToLoad[index] ?? '', one);
}

function applyUpdate(target: Target, update: Update, docs: WorkingDocs) {
  const { event } = update;
  const ids = listIds(update, docs);
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) {
    const change = computeChange(target, event, id, docs);
    if (change !== null) recordChange(target, change, docs);
    return;
  }
  const changes: DocChange[] = [];
  for (const one of new Set(ids)) {
    const change = computeChange(target, event, one, docs);
    if (change !== null) changes.push(change);
  }
  for (const change of changes) recordChange(target, change, docs);
}

/** Null where the event changes nothing. */
function computeChange({ evolve }: Target, event: StoredEvent, id: string, { cached }: WorkingDocs): DocChange | null {
  const { position } = event;
  const before = cached.get(id) ?? noDocument;
  if (before.position >= position) return null;
  const doc = evolve(before.doc, event, id);
  if (doc === before.doc) return null;
  if (doc !== null && doc.id !== id) throw new Error(`The document ${id} came out as ${doc.id}`);
  const next = doc !== null && isIncomplete(before.doc) ? markDoc(doc) : doc;
  return { id, doc: next, position, ...(isUnwritten(before) && { isNew: true }) };
}

/** Whether no store has the document yet, as far as the batch knows. */
function isUnwritten(state: DocState): boolean {
  return state.position === startPosition || ('isNew' in state && state.isNew === true);
}

function isIncomplete(doc: Doc | null): boolean {
  return doc !== null && 'incomplete' in doc;
}

function markDoc(doc: Doc): Doc & { incomplete: true } {
  return { ...doc, incomplete: true };
}

function recordChange({ declaration, isOfSingleEvents }: Target, change: DocChange, docs: WorkingDocs) {
  const { id, doc } = change;
  docs.changed.set(id, change);
  if (isOfSingleEvents) return;
  docs.cached.set(id, change);
  for (const field of declaration.relations ?? []) {
    const value = readField(doc, field);
    if (value === null) continue;
    addRelated(docs, { field, value }, id);
  }
}

function readField(doc: Doc | null, field: string): string | null {
  const value: unknown = doc && Reflect.get(doc, field);
  return typeof value === 'string' ? value : null;
}

/** Later events are still folded into such a document; it is whole again when the event is replayed, or its view rebuilt. */
function markIncomplete(update: Update, docs: WorkingDocs) {
  const { cached, changed } = docs;
  const { position } = update.event;
  for (const id of listIds(update, docs)) {
    const { doc, position: before } = cached.get(id) ?? noDocument;
    if (doc === null || before >= position) continue;
    const change = { id, doc: markDoc(doc), position };
    cached.set(id, change);
    changed.set(id, change);
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
