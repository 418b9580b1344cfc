import PQueue from 'p-queue';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { mapWithYields, yieldToEventLoop } from '#server/lib/delay.ts';
import type { Terms } from '#server/platform/subscriptions/checkpoints.ts';
import { judgeItem, type NewOutboxItem, type OutboxItem, outboxSpace } from './item.ts';

export type PutOptions<C> = {
  /** The content of two items of one `joinKey`; without it none are joined. */
  join?: (first: C, next: C) => C;
  /** Of the subscriber that puts them. */
  terms?: Terms;
};

type PutDeps = { documents: Documents; clock: Clock };
/** The stored item that new ones are joined to (null for none), and what it becomes. */
type Change<C> = { before: OutboxItem<C> | null; next: OutboxItem<C>; added: NewOutboxItem<C>[] };

/** Items of at most this many join keys, or without one, are looked up and written together. */
const maxGroupsPerWrite = 500;
const maxIdsPerRead = 1_000;
/**
 * Files commit what is requested together, and items with many listings take 0.2 ms each; MongoDB has fewer connections.
 */
const maxConcurrentChanges = 50;

/** Puts items in bulk; those of one join key must be in the order of their positions. */
export async function putItems<C>(deps: PutDeps, items: NewOutboxItem<C>[], options: PutOptions<C>): Promise<void> {
  const isJoined = options.join !== undefined;
  const groups = [...Map.groupBy(items, ({ id, joinKey }) => (isJoined ? (joinKey ?? id) : id)).values()];
  for (let from = 0; from < groups.length; from += maxGroupsPerWrite) {
    let left = groups.slice(from, from + maxGroupsPerWrite);
    // An item that was claimed or changed in between is read again.
    while (left.length > 0) left = await putGroups(deps, left, options);
  }
}

/** Resolves with the groups that must be put again. */
async function putGroups<C>(
  { documents, clock }: PutDeps,
  groups: NewOutboxItem<C>[][],
  { join, terms }: PutOptions<C>,
): Promise<NewOutboxItem<C>[][]> {
  const now = clock().getTime();
  const stored = await loadStoredItems<C>(documents, groups.flat(), join !== undefined);
  if (terms && (await takeOver(documents, stored, terms))) return groups;
  const folded = await mapWithYields(groups, (group) => foldGroup(group, stored, { join, now, term: terms?.term }));
  const changes = folded.filter((change) => change !== null);
  const inserts = changes.filter(({ before }) => before === null);
  const present = await documents.insertAll(
    outboxSpace,
    inserts.map(({ next }) => next),
  );
  const failed = inserts.filter(({ next }) => present.includes(next.id));
  const updates = changes.flatMap(({ before, ...change }) => (before === null ? [] : [{ before, ...change }]));
  failed.push(...(await replaceAll(documents, updates)));
  return failed.map(({ added }) => added);
}

/** Resolves with those that another writer has changed. */
async function replaceAll<R extends { before: OutboxItem; next: OutboxItem | null }>(
  documents: Documents,
  replacements: R[],
): Promise<R[]> {
  const failed: R[] = [];
  const queue = new PQueue({ concurrency: maxConcurrentChanges });
  await queue.addAll(
    replacements.map((one) => async () => {
      if (!(await documents.compareAndSet(outboxSpace, one.before, one.next))) failed.push(one);
    }),
  );
  return failed;
}

type StoredItems<C> = { byId: ReadonlyMap<string, OutboxItem<C>>; byJoinKey: ReadonlyMap<string, OutboxItem<C>> };

/**
 * Makes what a former term put and did not save an item of this one, and removes what it put late. False for none.
 */
async function takeOver<C>(documents: Documents, { byId, byJoinKey }: StoredItems<C>, terms: Terms): Promise<boolean> {
  const former = [...byId.values(), ...byJoinKey.values()].filter(({ term = 0 }) => term < terms.term);
  const { unsaved = [], late = [] } = Object.groupBy(former, (item) => judgeItem(item, terms));
  await replaceAll(
    documents,
    unsaved.map((before) => ({ before, next: { ...before, term: terms.term } })),
  );
  await replaceAll(
    documents,
    late.map((before) => ({ before, next: null })),
  );
  return unsaved.length + late.length > 0;
}

async function loadStoredItems<C>(
  documents: Documents,
  items: NewOutboxItem<C>[],
  isJoined: boolean,
): Promise<StoredItems<C>> {
  const keys = isJoined ? [...new Set(items.flatMap(({ joinKey = [] }) => joinKey))] : [];
  const joinable = keys.length === 0 ? [] : await listJoinable<C>(documents, keys);
  const byJoinKey = new Map<string, OutboxItem<C>>();
  for (const item of joinable.toSorted((one, other) => (one.position < other.position ? -1 : 1))) {
    if (item.joinKey !== undefined) byJoinKey.set(item.joinKey, item);
  }
  // Of the others the position tells which are new.
  const ids = items.flatMap(({ id, joinKey = '' }) => (byJoinKey.has(joinKey) ? [] : [id]));
  const byId = new Map<string, OutboxItem<C>>();
  for (let from = 0; from < ids.length; from += maxIdsPerRead) {
    if (from > 0) await yieldToEventLoop();
    const storedItems = await documents.getMany<OutboxItem<C>>(outboxSpace, ids.slice(from, from + maxIdsPerRead));
    for (const item of storedItems) if (item !== null) byId.set(item.id, item);
  }
  return { byId, byJoinKey };
}

/** An item loses its key when it is claimed, so that a key has one item. */
async function listJoinable<C>(documents: Documents, keys: string[]): Promise<OutboxItem<C>[]> {
  const query = { where: { joinKey: { in: keys } }, limit: keys.length };
  return (await documents.list<OutboxItem<C>>(outboxSpace, query)).docs;
}

/** Null where all of the group is in the outbox already. */
function foldGroup<C>(
  group: NewOutboxItem<C>[],
  stored: StoredItems<C>,
  { join, now, term }: { join: PutOptions<C>['join']; now: number; term: number | undefined },
): Change<C> | null {
  const before = stored.byJoinKey.get(group[0]?.joinKey ?? '') ?? null;
  const isNew = ({ id, position }: NewOutboxItem<C>) =>
    !stored.byId.has(id) && (before === null || position > before.position);
  const added = group.filter(isNew);
  const [first, ...others] = added;
  if (first === undefined) return null;
  const joinAll = (item: OutboxItem<C>, rest: NewOutboxItem<C>[]) =>
    join ? rest.reduce<OutboxItem<C>>((joined, next) => joinItem(joined, next, join), item) : item;
  const own = term !== undefined && { term };
  return before === null
    ? { before, next: { ...joinAll(createItem(first, now), others), ...own }, added }
    : { before, next: { ...joinAll(before, added), ...own }, added };
}

function createItem<C>(item: NewOutboxItem<C>, now: number): OutboxItem<C> {
  return { ...item, state: 'waiting', attempts: 0, error: null, queuedAt: now };
}

/** Each that is joined moves the time of sending, up to a limit; it never moves back. */
function joinItem<C>(first: OutboxItem<C>, next: NewOutboxItem<C>, join: (first: C, next: C) => C): OutboxItem<C> {
  const due = Math.max(first.due, Math.min(next.due, first.latestDue ?? first.due));
  const { position, createdAt } = next;
  return { ...first, due, position, createdAt, content: join(first.content, next.content) };
}
