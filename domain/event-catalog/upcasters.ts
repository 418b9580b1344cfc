import type { Recorded } from '#domain/shared/decider.ts';
import type { DomainEvent } from './events.ts';

/** An event as read from the store; its `data` may be of any version of its type. */
type StoredEvent = Recorded<{ type: string; data: unknown }>;
/** Converts the data of one version to the next. Pure: the same event always gives the same result. */
export type Upcaster = (data: unknown, event: StoredEvent) => unknown;
/** By type: from version 1 to 2, from 2 to 3 ... A type without an entry is at version 1. */
export type Upcasters = Partial<Record<string, readonly Upcaster[]>>;

/**
 * The upcasters of released versions. Logs keep released versions, so no entry is ever removed. Until the first tagged
 * release there are none: events change in place, at version 1.
 */
export const upcasters: Partial<Record<DomainEvent['type'], readonly Upcaster[]>> = {};

/** The version in which events of this type are written. */
export function findNewestVersion(type: string, known: Upcasters = upcasters): number {
  return 1 + (known[type]?.length ?? 0);
}

/** The version in which an event was written: as its metadata say, otherwise 1. */
export function readWrittenVersion({ type, metadata }: StoredEvent): number {
  return metadata.versions?.[type] ?? 1;
}

/**
 * The event in its latest version. One that is already in it, or in a version of a newer program, is returned
 * unchanged.
 */
export function upcast(event: StoredEvent, known: Upcasters = upcasters): StoredEvent {
  const later = known[event.type]?.slice(readWrittenVersion(event) - 1) ?? [];
  if (later.length === 0) return event;
  return { ...event, data: later.reduce((data, next) => next(data, event), event.data) };
}

/** The metadata of an append that name the versions of its events; null where all are at version 1. */
export function listVersions(types: readonly string[], known: Upcasters = upcasters): Record<string, number> | null {
  const later = types
    .map((type) => [type, findNewestVersion(type, known)] as const)
    .filter(([, version]) => version > 1);
  return later.length > 0 ? Object.fromEntries(later) : null;
}
