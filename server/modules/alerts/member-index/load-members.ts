import { setImmediate } from 'node:timers/promises';
import { type Position, start } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { membersOf } from '#projections/users.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { filtersAt, isMembershipChange, type Members } from './members.ts';
import type { Snapshots } from './snapshots.ts';

const readAtOnce = 500;
/** A snapshot that more events have passed by is not worth the reading: the view is nearer to the end of the log. */
const usualMostPassed = 100_000;

type Sources = {
  events: EventStore;
  views: ViewStore;
  snapshots: Pick<Snapshots, 'read'> | null;
  stopped: AbortSignal;
  /** After how many events a snapshot is stale. */
  mostPassed?: number;
};

/**
 * Fills `members` with the active members of exactly `position`, so that what was found next is held against the
 * filters of its own time. Most come from a snapshot or the users view, which may be ahead or behind; whoever changed in
 * between is read from the log. Resolves with where they came from.
 */
export async function loadMembers(
  members: Members,
  position: Position,
  sources: Sources,
): Promise<'snapshot' | 'view' | 'log'> {
  if (await loadSnapshot(members, position, sources)) return 'snapshot';
  const { events, views, stopped } = sources;
  members.clear();
  const checkpoint = (await views.checkpoints()).get('users') ?? start;
  if (checkpoint > start) await enterAll(members, views, stopped);
  const changed = await changedSince(events, earlier(checkpoint, position));
  await correct(members, changed, position, sources);
  return checkpoint > start ? 'view' : 'log';
}

async function loadSnapshot(members: Members, position: Position, sources: Sources): Promise<boolean> {
  const { snapshots, mostPassed = usualMostPassed } = sources;
  const snapshot = (await snapshots?.read()) ?? null;
  if (snapshot === null) return false;
  const changed = await changedSince(sources.events, earlier(snapshot.position, position), mostPassed);
  if (changed === null || !members.replace(snapshot.members)) return false;
  await correct(members, changed, position, sources);
  return true;
}

const earlier = (one: Position, other: Position) => (one < other ? one : other);

/** Has those who changed as they were at `position`. */
async function correct(members: Members, changed: Set<string>, position: Position, { events, stopped }: Sources) {
  let read = 0;
  for (const userId of changed) {
    stopped.throwIfAborted();
    const filters = await filtersAt(events, userId, position);
    if (filters === null) members.remove(userId);
    else members.set(userId, filters);
    read += 1;
    if (read % readAtOnce === 0) await setImmediate();
  }
}

async function enterAll(members: Members, views: ViewStore, stopped: AbortSignal): Promise<void> {
  let entered = 0;
  for await (const doc of membersOf(views)) {
    members.set(doc.id, doc);
    stopped.throwIfAborted();
    entered += 1;
    // The stores may answer within the turn; others want to be served meanwhile.
    if (entered % readAtOnce === 0) await setImmediate();
  }
}

/** Everybody whose filters or membership changed after `from`, up to now; null where more than `most` events came. */
function changedSince(events: EventStore, from: Position): Promise<Set<string>>;
function changedSince(events: EventStore, from: Position, most: number): Promise<Set<string> | null>;
async function changedSince(events: EventStore, from: Position, most = Number.POSITIVE_INFINITY) {
  const head = await events.head();
  const changed = new Set<string>();
  let left = most;
  for (let after = from; after < head; ) {
    const batch = await events.readAll(after, readAtOnce);
    for (const event of batch) if (isMembershipChange(event)) changed.add(event.data.userId);
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.position;
    left -= batch.length;
    if (left < 0) return null;
    await setImmediate();
  }
  return changed;
}
