import { setImmediate } from 'node:timers/promises';
import { type Position, start } from '#domain/decider.ts';
import type { Filters } from '#domain/user/contract.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { membersOf } from '#projections/users.ts';
import type { EventStore } from '../event-store/port.ts';
import { filtersAt, isMembershipChange, type Members } from './members.ts';

const readAtOnce = 500;

/** Active members by user id. */
export type ActiveMembers = Map<string, Filters>;

/**
 * The active members of exactly `position`, so that what was found next is held against the filters of its own time.
 * Most come from the users view, which may be ahead or behind; whoever changed in between is read from the log.
 */
export async function loadMembers(
  position: Position,
  { events, views, stopped }: { events: EventStore; views: ViewStore; stopped: AbortSignal },
): Promise<ActiveMembers> {
  const checkpoint = (await views.checkpoints()).get('users') ?? start;
  const members = checkpoint > start ? await fromView(views, stopped) : new Map<string, Filters>();
  const from = Math.min(checkpoint, position) as Position; // one of the two positions
  let read = 0;
  for (const userId of await changedSince(events, from)) {
    stopped.throwIfAborted();
    const filters = await filtersAt(events, userId, position);
    if (filters === null) members.delete(userId);
    else members.set(userId, filters);
    read += 1;
    if (read % readAtOnce === 0) await setImmediate();
  }
  return members;
}

/** Lets others be served in between. */
export async function fill(members: Members, loaded: ActiveMembers): Promise<void> {
  let filled = 0;
  for (const [userId, filters] of loaded) {
    members.set(userId, filters);
    filled += 1;
    if (filled % readAtOnce === 0) await setImmediate();
  }
}

async function fromView(views: ViewStore, stopped: AbortSignal): Promise<ActiveMembers> {
  const members: ActiveMembers = new Map();
  for await (const doc of membersOf(views)) {
    const { maxPrice, mileageRadius, zipCode, notificationPreference } = doc;
    const { includeMobileHomes, includeRawLand, includeTinyHomes, alertMails, quietHours } = doc;
    const flags = { includeMobileHomes, includeRawLand, includeTinyHomes, alertMails, quietHours };
    members.set(doc.id, { maxPrice, mileageRadius, zipCode, notificationPreference, ...flags });
    stopped.throwIfAborted();
    // The stores may answer within the turn; others want to be served meanwhile.
    if (members.size % readAtOnce === 0) await setImmediate();
  }
  return members;
}

/** Everybody whose filters or membership changed after `from`, up to now. */
async function changedSince(events: EventStore, from: Position): Promise<Set<string>> {
  const head = await events.head();
  const changed = new Set<string>();
  for (let after = from; after < head; ) {
    const batch = await events.readAll(after, readAtOnce);
    for (const event of batch) if (isMembershipChange(event)) changed.add(event.data.userId);
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.position;
    await setImmediate();
  }
  return changed;
}
