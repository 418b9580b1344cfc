import type { Recorded } from '#domain/shared/decider.ts';
import type { DomainEvent } from './events.ts';

/** An event as it was read; its `data` may be of any version of its type. */
type StoredEvent = Recorded<{ type: string; data: unknown }>;
/** Makes of the data of one version those of the next. Pure: the same event reads the same for ever. */
export type Upcaster = (data: unknown, event: StoredEvent) => unknown;
/** By type: from version 1 to 2, from 2 to 3 ... A type without any is at version 1. */
export type Upcasters = Partial<Record<string, readonly Upcaster[]>>;

/**
 * The upcasters of released shapes. A released shape stays in logs, so nothing is ever taken out of here. Until the
 * first tagged release there are none: events change in place, at version 1.
 */
export const upcasters: Partial<Record<DomainEvent['type'], readonly Upcaster[]>> = {};

/** The version that events of this type are written in. */
export function findNewestVersion(type: string, known: Upcasters = upcasters): number {
  return 1 + (known[type]?.length ?? 0);
}

/** The version that an event was written in: what its metadata say of its type, and 1 where they say nothing. */
export function readWrittenVersion({ type, metadata }: StoredEvent): number {
  return metadata.versions?.[type] ?? 1;
}

/** The event in today's shape. One that is in it already, or of a later program's, comes back as it is. */
export function upcast(event: StoredEvent, known: Upcasters = upcasters): StoredEvent {
  const later = known[event.type]?.slice(readWrittenVersion(event) - 1) ?? [];
  if (later.length === 0) return event;
  return { ...event, data: later.reduce((data, next) => next(data, event), event.data) };
}

/** What the metadata of an append say of the versions of its events; null where all are at their first. */
export function listVersions(types: readonly string[], known: Upcasters = upcasters): Record<string, number> | null {
  const later = types
    .map((type) => [type, findNewestVersion(type, known)] as const)
    .filter(([, version]) => version > 1);
  return later.length > 0 ? Object.fromEntries(later) : null;
}
