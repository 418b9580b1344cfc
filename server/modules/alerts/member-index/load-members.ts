import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { readActiveMembers } from '#projections/users.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { findFiltersAt, isMembershipChange, type MemberIndex } from './members.ts';
import type { SnapshotFile } from './snapshot-file.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';

const readBatchSize = 500;
/** A snapshot that is more events behind than this is not worth reading: the view is nearer to the end of the log. */
const defaultMaxPassedCount = 100_000;

type MemberSources = {
  events: EventStore;
  views: ViewStore;
  snapshots: Pick<SnapshotFile, 'read'> | null;
  stopped: AbortSignal;
  /** After how many events a snapshot is stale. */
  maxPassedCount?: number;
};

/**
 * Fills `members` with the active members of exactly `position`, so that the next listing is matched against the
 * filters of its own time. Most come from a snapshot or the users view, which may be ahead or behind; users who changed
 * in between are read from the log. Resolves with the sources that were used.
 */
export async function loadMembers(
  members: MemberIndex,
  position: Position,
  sources: MemberSources,
): Promise<'snapshot' | 'view' | 'log'> {
  if (await loadSnapshot(members, position, sources)) return 'snapshot';
  const { events, views, stopped } = sources;
  members.clear();
  const checkpoint = (await views.checkpoints()).get('users') ?? startPosition;
  if (checkpoint > startPosition) await loadFromView(members, views, stopped);
  const changed = await findChangedSince(events, minPosition(checkpoint, position));
  await applyChanges(members, changed, position, sources);
  return checkpoint > startPosition ? 'view' : 'log';
}

async function loadSnapshot(members: MemberIndex, position: Position, sources: MemberSources): Promise<boolean> {
  const { snapshots, maxPassedCount: mostPassed = defaultMaxPassedCount } = sources;
  const snapshot = (await snapshots?.read()) ?? null;
  if (snapshot === null) return false;
  const changed = await findChangedSince(sources.events, minPosition(snapshot.position, position), mostPassed);
  if (changed === null || !members.replace(snapshot.members)) return false;
  await applyChanges(members, changed, position, sources);
  return true;
}

const minPosition = (one: Position, other: Position) => (one < other ? one : other);

/** Sets the users who changed to their state at `position`. */
async function applyChanges(
  members: MemberIndex,
  changed: Set<string>,
  position: Position,
  { events, stopped }: MemberSources,
) {
  let read = 0;
  for (const userId of changed) {
    stopped.throwIfAborted();
    const filters = await findFiltersAt(events, userId, position);
    if (filters === null) members.remove(userId);
    else members.set(userId, filters);
    read += 1;
    if (read % readBatchSize === 0) await yieldToEventLoop();
  }
}

async function loadFromView(members: MemberIndex, views: ViewStore, stopped: AbortSignal): Promise<void> {
  let loadedCount = 0;
  for await (const doc of readActiveMembers(views)) {
    members.set(doc.id, doc);
    stopped.throwIfAborted();
    loadedCount += 1;
    // The stores may answer without yielding; other work must run in between.
    if (loadedCount % readBatchSize === 0) await yieldToEventLoop();
  }
}

/** All users whose filters or membership changed after `from`, up to now; null where more than `most` events came. */
function findChangedSince(events: EventStore, from: Position): Promise<Set<string>>;
function findChangedSince(events: EventStore, from: Position, maxCount: number): Promise<Set<string> | null>;
async function findChangedSince(events: EventStore, from: Position, maxCount = Number.POSITIVE_INFINITY) {
  const head = await events.head();
  const changed = new Set<string>();
  let left = maxCount;
  for (let after = from; after < head; ) {
    const batch = await events.readAll(after, readBatchSize);
    for (const event of batch) if (isMembershipChange(event)) changed.add(event.data.userId);
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.position;
    left -= batch.length;
    if (left < 0) return null;
    await yieldToEventLoop();
  }
  return changed;
}
