import { toEmailKey } from '#domain/user/email-key.ts';
import { StartupError } from '#server/lib/errors.ts';
import { readLogPages, readLogPagesBackwards } from '#server/platform/event-store/log-pages.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { HistoryOptions } from './options.ts';

/** The whole log in order, or from its end. */
export async function* readLog(events: EventStore, newestFirst = false): AsyncGenerator<StoredEvent> {
  for await (const page of newestFirst ? readLogPagesBackwards(events) : readLogPages(events)) yield* page;
}

/** The events that the options select, in the requested order. */
export async function* selectEvents(events: EventStore, options: HistoryOptions): AsyncGenerator<StoredEvent> {
  const isMatch = createEventFilter(options, await findActors(events, options.actor));
  let left = options.limit;
  for await (const event of readSource(events, options)) {
    if (!isMatch(event)) continue;
    yield event;
    left -= 1;
    if (left <= 0) return;
  }
}

/** A single stream by its name does not need the whole log. */
async function* readSource(events: EventStore, { streams, newestFirst }: HistoryOptions): AsyncGenerator<StoredEvent> {
  const [stream = '*', ...others] = streams;
  if (others.length > 0 || stream.endsWith('*')) {
    yield* readLog(events, newestFirst);
    return;
  }
  const streamEvents = (await events.read(stream)).events;
  yield* newestFirst ? streamEvents.toReversed() : streamEvents;
}

/** Whether an event is selected; `actors` are the ids that `--actor` stands for, null for all actors. */
export function createEventFilter(
  { streams, types, since, until }: HistoryOptions,
  actors: ReadonlySet<string> | null,
) {
  const isNamed = (stream: string) =>
    streams.some((name) => (name.endsWith('*') ? stream.startsWith(name.slice(0, -1)) : stream === name));
  return ({ stream, type, metadata: { actor, at } }: StoredEvent): boolean => {
    if (streams.length > 0 && !isNamed(stream)) return false;
    if (types.length > 0 && !types.includes(type)) return false;
    if (actors !== null && !actors.has(actor)) return false;
    const time = Date.parse(at);
    return time >= since && time <= until;
  };
}

/** An email stands for all users who ever had it. Throws StartupError when there is none. */
async function findActors(events: EventStore, actor: string | null): Promise<ReadonlySet<string> | null> {
  if (actor === null) return null;
  if (!actor.includes('@')) return new Set([actor]);
  const ids = new Set<string>();
  for await (const event of readLog(events)) {
    const change = readEmailChange(event);
    if (change?.key === toEmailKey(actor)) ids.add(change.userId);
  }
  if (ids.size === 0) throw new StartupError(`No user ever had the email ${actor}`);
  return ids;
}

/** The user whose email an event sets, and the key of that email; null for other events. */
export function readEmailChange({ type, data }: StoredEvent): { userId: string; key: string } | null {
  if (type !== 'UserRegistered' && type !== 'EmailChanged') return null;
  // Both types hold these two, see domain/user/events.ts.
  const { userId, email } = data as { userId: string; email: string };
  return { userId, key: toEmailKey(email) };
}
