import { type Position, start } from '#domain/decider.ts';
import { endedBy, erased, personalOf, withoutPersonal } from '#domain/personal.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import type { Rewritten } from '../event-store/rewriting.ts';
import { sealedData, sealedPart } from './sealing.ts';
import type { SubjectKeys } from './subject-keys.ts';
import { isPlain } from './whole.ts';

const slice = 1_000;

/**
 * What is to be known of a whole log before any of it is sealed: everybody whose data are to be erased, and whether a
 * daily seal covers personal data in plain text, which would then read as altered. `onRead` is told of each slice.
 */
export async function surveyed(stored: EventStore, onRead?: (events: number) => void) {
  const ended = new Set<string>();
  let isPlainBefore = false;
  let sealsCoverPlain = false;
  for await (const events of slicesOf(stored)) {
    for (const event of events) {
      const subject = endedBy(event);
      if (subject !== null) ended.add(subject);
      isPlainBefore ||= isPlain(event);
      sealsCoverPlain ||= isPlainBefore && event.type === 'LogSealed';
    }
    onRead?.(events.length);
  }
  return { ended, sealsCoverPlain };
}

/**
 * What is to be written in the place of the data of events that were never sealed. The same event is sealed to the same
 * bytes whenever it is: what was cut short can be done again.
 */
export function pastSealer(subjectKeys: SubjectKeys, ended: ReadonlySet<string>) {
  const openPart = (event: StoredEvent) => (sealedPart(event) === undefined ? personalOf(event) : null);
  /** Null where the event may stay as it is. */
  const data = async (event: StoredEvent): Promise<unknown> => {
    const personal = openPart(event);
    if (personal === null) return withoutZips(event);
    const { subject, hidden } = personal;
    if (ended.has(subject)) return withoutPersonal(event.data, hidden);
    return sealedData(event, personal, await subjectKeys.ensure(subject));
  };
  return {
    /** Makes the keys of many at once, which is faster. */
    prepare: async (events: readonly StoredEvent[]): Promise<void> => {
      const subjects = new Set(events.flatMap((event) => openPart(event)?.subject ?? []));
      const kept = [...subjects].filter((subject) => !ended.has(subject));
      await Promise.all(kept.map((subject) => subjectKeys.ensure(subject)));
    },
    data,
    /** What is to be replaced among some events. */
    changes: async (events: readonly StoredEvent[]): Promise<Rewritten[]> => {
      const changes: Rewritten[] = [];
      for (const event of events) {
        const changed = await data(event);
        if (changed !== null) changes.push({ position: event.position, data: changed });
      }
      return changes;
    },
  };
}

/** A log as it reads once it is sealed; it is only read, from its beginning or after a position. */
export async function sealedAsRead(stored: EventStore, subjectKeys: SubjectKeys): Promise<EventStore> {
  const { ended, sealsCoverPlain } = await surveyed(stored);
  if (sealsCoverPlain) return stored;
  const { prepare, data } = pastSealer(subjectKeys, ended);
  const sealed = async (event: StoredEvent): Promise<StoredEvent> => {
    const changed = await data(event);
    return changed === null ? event : { ...event, data: changed };
  };
  return {
    ...stored,
    readAll: async (after, limit) => {
      const events = await stored.readAll(after, limit);
      await prepare(events);
      return Promise.all(events.map(sealed));
    },
  };
}

export async function* slicesOf(stored: EventStore, after: Position = start): AsyncGenerator<StoredEvent[]> {
  for (let position = after; ; ) {
    const events = await stored.readAll(position, slice);
    const last = events.at(-1);
    if (!last) return;
    yield events;
    position = last.position;
  }
}

type Matched = { members?: { zipCode?: string }[] };

/** Alerts once said where each of their members lives. Nobody reads that any more: it is not worth a key. */
function withoutZips({ type, data }: StoredEvent): unknown {
  if (type !== 'AlertsMatched') return null;
  const { members } = (data ?? {}) as Matched;
  const isTold = members?.some(({ zipCode }) => zipCode !== undefined && zipCode !== erased) ?? false;
  return isTold ? { ...(data as Matched), members: members?.map((member) => ({ ...member, zipCode: erased })) } : null;
}
