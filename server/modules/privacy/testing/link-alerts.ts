import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** An event as a reader of a copy of the log has it. */
type ReadableEvent = Pick<StoredEvent, 'stream' | 'data' | 'metadata'>;

/**
 * What an attacker gains who looks in readable events for values that occur with one user and in an alert: the listings
 * of the alerts that such values link to each user. Each of them is a circle in which the user lives.
 */
export function linkAlerts(events: ReadableEvent[], userIds: string[]): Map<string, Set<string>> {
  const holders = findHolders(events, userIds);
  const linked = new Map<string, Set<string>>(userIds.map((userId) => [userId, new Set()]));
  for (const { stream, data } of events.filter((event) => event.stream.startsWith('alert-'))) {
    const values = listValues(data);
    const [, listingId = ''] = /^alert-(.+)-\d+$/.exec(stream) ?? [];
    for (const holder of values.flatMap((value) => holders.get(value) ?? [])) linked.get(holder)?.add(listingId);
  }
  return linked;
}

/** The user of each value that occurs with one user only, in streams that lead to the user over any number of steps. */
function findHolders(events: ReadableEvent[], userIds: string[]): Map<string, string> {
  const holders = new Map(userIds.map((userId) => [userId, userId]));
  const others = events.filter(({ stream }) => !stream.startsWith('alert-'));
  for (let known = 0; known < holders.size; ) {
    known = holders.size;
    for (const [value, users] of collectUsers(others, holders)) {
      const [holder = ''] = users;
      if (users.size === 1) holders.set(value, holder);
    }
  }
  return holders;
}

function collectUsers(events: ReadableEvent[], holders: Map<string, string>): Map<string, Set<string>> {
  const usersByValue = new Map<string, Set<string>>();
  for (const { stream, data, metadata } of events) {
    const marks = { ...metadata, at: null };
    const values = [stream, ...stream.split(/^[a-z]+-/), ...listValues(data), ...listValues(marks)];
    const users = new Set(values.flatMap((value) => holders.get(value) ?? []));
    for (const value of values) usersByValue.set(value, new Set([...users, ...(usersByValue.get(value) ?? [])]));
  }
  return usersByValue;
}

/** All texts and numbers at any depth. */
function listValues(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listValues);
}
