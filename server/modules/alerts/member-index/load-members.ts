import type { Logger } from 'pino';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { ownsMember } from '#domain/matching/shards.ts';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import { readActiveMembers } from '#projections/users.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { findChangedMember, isMembershipChange, loadMember, type MemberIndex } from './members.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';

const readBatchSize = 500;

type MemberSources = {
  events: EventStore;
  log: Pick<Logger, 'error'>;
  views: ViewStore;
  stopped: AbortSignal;
  /** The position of the members that are in the index already; null for none. */
  loaded?: Position | null;
};

/**
 * Fills `members` with the active members of exactly `position`, so that the next listing is matched against the
 * filters of its own time. Most are there already, or come from the users view, which may be ahead or behind; users who
 * changed in between are read from the log. Resolves with the sources that were used.
 */
export async function loadMembers(
  members: MemberIndex,
  position: Position,
  sources: MemberSources,
): Promise<'memory' | 'view' | 'log'> {
  const { events, views, stopped, loaded = null } = sources;
  const from = loaded ?? (await loadFromView(members, views, stopped));
  const changed = await findChangedSince(events, minPosition(from, position));
  const owned = [...changed].filter((userId) => ownsMember(members.shard, userId));
  await applyChanges(members, owned, position, sources);
  if (loaded !== null) return 'memory';
  return from > startPosition ? 'view' : 'log';
}

const minPosition = (one: Position, other: Position) => (one < other ? one : other);

/** Sets the users who changed to their state at `position`. */
async function applyChanges(
  members: MemberIndex,
  changed: string[],
  position: Position,
  { events, log, stopped }: MemberSources,
) {
  let read = 0;
  for (const userId of changed) {
    stopped.throwIfAborted();
    await loadMember(members, events, userId, position).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      // One member whose events make no sense must not cost the others their alerts.
      log.error({ err: error, userId }, 'Failed to load a member, who gets no alerts');
      members.remove(userId);
    });
    read += 1;
    if (read % readBatchSize === 0) await yieldToEventLoop();
  }
}

/** The position of the view. */
async function loadFromView(members: MemberIndex, views: ViewStore, stopped: AbortSignal): Promise<Position> {
  members.clear();
  const checkpoint = (await views.checkpoints()).get('users') ?? startPosition;
  if (checkpoint === startPosition) return checkpoint;
  let loadedCount = 0;
  for await (const doc of readActiveMembers(views)) {
    members.set(doc.id, doc, doc.searches);
    stopped.throwIfAborted();
    loadedCount += 1;
    // The stores may answer without yielding; other work must run in between.
    if (loadedCount % readBatchSize === 0) await yieldToEventLoop();
  }
  return checkpoint;
}

/** All users whose filters or membership changed after `from`, up to now. */
async function findChangedSince(events: MemberSources['events'], from: Position): Promise<Set<string>> {
  const head = await events.head();
  const changed = new Set<string>();
  for (let after = from; after < head; ) {
    const batch = await events.readAll(after, readBatchSize);
    for (const event of batch) if (isMembershipChange(event)) changed.add(findChangedMember(event));
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.position;
    await yieldToEventLoop();
  }
  return changed;
}
