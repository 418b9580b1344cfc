import type { Recorded } from './decider.ts';
import type { DomainEvent } from './events.ts';
import { withoutZips } from './alert/upcasters.ts';
import { withPerson } from './listing/upcasters.ts';

/** An event as it was read; its `data` may be of any version of its type. */
type Read = Recorded<{ type: string; data: unknown }>;
/** Makes of the data of one version those of the next. Pure: the same event reads the same for ever. */
export type Upcaster = (data: unknown, event: Read) => unknown;
/** By type: from version 1 to 2, from 2 to 3 ... A type without any is at version 1. */
export type Upcasters = Partial<Record<string, readonly Upcaster[]>>;

/** For a version that only adds what may be absent. */
const asBefore: Upcaster = (data) => data;

/** What became of the shapes of events. A shape that is in a log stays there: nothing is ever taken out of here. */
export const upcasters: Partial<Record<DomainEvent['type'], readonly Upcaster[]>> = {
  AlertsMatched: [withoutZips],
  // Version 2 may change quiet hours too.
  FiltersUpdated: [asBefore],
  ListingWithdrawn: [withPerson],
};

/** The version that events of this type are written in. */
export function newestVersion(type: string, known: Upcasters = upcasters): number {
  return 1 + (known[type]?.length ?? 0);
}

/** The version that an event was written in: what its metadata say of its type, and 1 where they say nothing. */
export function writtenVersion({ type, metadata }: Read): number {
  return metadata.versions?.[type] ?? 1;
}

/** The event in today's shape. One that is in it already, or of a later program's, comes back as it is. */
export function upcast(event: Read, known: Upcasters = upcasters): Read {
  const later = known[event.type]?.slice(writtenVersion(event) - 1) ?? [];
  if (later.length === 0) return event;
  return { ...event, data: later.reduce((data, next) => next(data, event), event.data) };
}

/** What the metadata of an append say of the versions of its events; null where all are at their first. */
export function versionsOf(types: readonly string[], known: Upcasters = upcasters): Record<string, number> | null {
  const later = types.map((type) => [type, newestVersion(type, known)] as const).filter(([, version]) => version > 1);
  return later.length > 0 ? Object.fromEntries(later) : null;
}
