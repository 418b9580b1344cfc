import { type Position, start } from '#domain/decider.ts';
import { endedBy, erased, personalOf, withoutPersonal } from '#domain/personal.ts';
import type { EventStore, StoredEvent } from '../event-store/port.ts';
import type { Rewritten } from '../event-store/rewriting.ts';
import { sealedData, sealedPart } from './sealing.ts';
import type { SubjectKeys } from './subject-keys.ts';
import { isPlain } from './whole.ts';

const slice = 1_000;

/** Everybody whose data the log says are to be erased. */
export async function endedIn(stored: EventStore): Promise<Set<string>> {
  const ended = new Set<string>();
  for await (const events of slicesOf(stored)) {
    for (const event of events) {
      const subject = endedBy(event);
      if (subject !== null) ended.add(subject);
    }
  }
  return ended;
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

/** Whether a daily seal of the log covers personal data in plain text: signed as it stood, it would read as altered. */
export async function sealsCoverPlain(stored: EventStore): Promise<boolean> {
  let isPlainBefore = false;
  for await (const events of slicesOf(stored)) {
    isPlainBefore ||= events.some(isPlain);
    if (isPlainBefore && events.some(({ type }) => type === 'LogSealed')) return true;
  }
  return false;
}

/** A log as it reads once it is sealed; it is only read, from its beginning or after a position. */
export async function sealedAsRead(stored: EventStore, subjectKeys: SubjectKeys): Promise<EventStore> {
  if (await sealsCoverPlain(stored)) return stored;
  const { prepare, data } = pastSealer(subjectKeys, await endedIn(stored));
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
