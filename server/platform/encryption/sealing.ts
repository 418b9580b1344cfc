import type { Logger } from 'pino';
import type { Metadata } from '#domain/shared/decider.ts';
import { endedBy, type Hidden, personalOf, withoutPersonal, withPersonal } from '#domain/event-catalog/personal.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import type { EventStore, NewEvent, StoredEvent } from '#server/platform/event-store/port.ts';
import { boxed, unboxed } from './boxes.ts';
import type { SubjectKey, SubjectKeys } from './subject-keys.ts';

/** Beside data whose personal texts read '[erased]': these texts, in a box that the subject's key opens. */
export type SealedPart = { subject: string; text: string };
type Log = Pick<Logger, 'fatal'>;

/**
 * A log that seals the personal texts of what is appended, each under the key of its subject, and opens them for those
 * who read. What was sealed for a destroyed key reads '[erased]'. Events without personal texts pass as they are.
 */
export function sealing(store: EventStore, keys: SubjectKeys, log?: Log): EventStore {
  const open = opener(keys);
  return {
    ...store,
    append: async (stream, events, expectedRevision, metadata) =>
      store.append(stream, await sealedAll(events, metadata, keys), expectedRevision, metadata),
    read: async (stream, from) => {
      const { events, revision } = await store.read(stream, from);
      return { events: await open(events), revision };
    },
    readAll: async (after, limit) => open(await store.readAll(after, limit)),
    readAllBackwards: async (before, limit) => open(await store.readAllBackwards(before, limit)),
    subscribe: (after, handle) =>
      store.subscribe(after, async (events) => {
        await handle(await open(events).catch((error: unknown) => loudly(error, log)));
      }),
  };
}

function loudly(error: unknown, log: Log | undefined): never {
  if (error instanceof StoreDamaged) log?.fatal({ err: error }, 'The log cannot be read on');
  throw error;
}

async function sealedAll(events: NewEvent[], metadata: Metadata, keys: SubjectKeys): Promise<NewEvent[]> {
  const sealed: NewEvent[] = [];
  for (const event of events) {
    const personal = personalOf({ ...event, metadata });
    if (personal === null) sealed.push(event);
    else sealed.push({ ...event, data: sealedData(event, personal, await keys.ensure(personal.subject)) });
  }
  return sealed;
}

/** The data of an event as it is written. Where the key is destroyed nothing is left to open. */
function sealedData(
  { id, data }: Pick<NewEvent, 'id' | 'data'>,
  { subject, hidden }: { subject: string; hidden: Hidden },
  key: SubjectKey,
): unknown {
  const bare = withoutPersonal(data, hidden);
  if (key === null) return bare;
  const sealed: SealedPart = { subject, text: boxed(key, placeOf(id), JSON.stringify(hidden)) };
  return { ...(bare as object), sealed };
}

/** Adapters write ids in lower case. */
function placeOf(id: string): string {
  return id.toLowerCase();
}

/** What an event carries in a box; undefined for one without. */
export function sealedPart({ data }: Pick<StoredEvent, 'data'>): SealedPart | undefined {
  // Written by `sealedData`, which writes nothing else under this name.
  return (data as { sealed?: SealedPart } | null)?.sealed;
}

/** What opens the sealed parts of events; those without pass as they are. Throws as SubjectKeys does, StoreDamaged. */
export function opener(keys: SubjectKeys) {
  return async (events: StoredEvent[]): Promise<StoredEvent[]> => {
    const known = new Map<string, SubjectKey>();
    const missing = new Set<string>();
    for (const event of events) {
      const part = sealedPart(event);
      const ended = part === undefined ? endedBy(event) : null;
      if (ended !== null) keys.release(ended);
      if (part === undefined || known.has(part.subject)) continue;
      const key = keys.held(part.subject);
      if (key === undefined) missing.add(part.subject);
      else known.set(part.subject, key);
    }
    if (known.size === 0 && missing.size === 0) return events;
    // What was in memory a moment ago may have left it by now.
    const loaded = missing.size === 0 ? none : await keys.load(missing);
    return events.map((event) => opened(event, known, loaded));
  };
}

type Keys = ReadonlyMap<string, SubjectKey>;
const none: Keys = new Map();

function bareOf({ sealed: _sealed, ...bare }: { sealed: SealedPart }): object {
  return bare;
}

function opened(event: StoredEvent, known: Keys, loaded: Keys): StoredEvent {
  const part = sealedPart(event);
  if (part === undefined) return event;
  const bare = bareOf(event.data as { sealed: SealedPart });
  const key = known.get(part.subject) ?? loaded.get(part.subject) ?? null;
  if (key === null) return { ...event, data: bare };
  const text = unboxed(key, placeOf(event.id), part.text);
  if (text === null) {
    throw new StoreDamaged(
      `The personal data of event ${event.position} (${event.type}) cannot be opened: the event was altered, or the key of its subject was. Restore the log and the credentials from one backup.`,
    );
  }
  // What was sealed here is what `personalOf` found.
  return { ...event, data: withPersonal(bare, JSON.parse(text) as Hidden) };
}
