import type { Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { findEarliestCheckpoint, type Target } from './target.ts';

/** To fold and write more of them without a pause would hold others up. */
const maxDocuments = 500;

/** `position` is that of the last event. */
export type BatchPart = { events: StoredEvent[]; position: Position };

/**
 * The events that are new to a target, in parts that change up to 500 documents, or have one event that changes more.
 * What was applied before a failure is left out.
 */
export function splitByDocuments(targets: readonly Target[], events: readonly StoredEvent[]): BatchPart[] {
  const checkpoint = findEarliestCheckpoint(targets);
  const parts: BatchPart[] = [];
  let room = 0;
  for (const event of events) {
    if (event.position <= checkpoint) continue;
    const count = countDocuments(targets, event);
    const part = parts.at(-1);
    if (part === undefined || count > room) {
      parts.push({ events: [event], position: event.position });
      room = maxDocuments - count;
    } else {
      part.events.push(event);
      part.position = event.position;
      room -= count;
    }
  }
  return parts;
}

function countDocuments(targets: readonly Target[], event: StoredEvent): number {
  let count = 0;
  for (const { handles, idsOf } of targets) if (handles.has(event.type)) count += countIds(idsOf, event);
  return count;
}

/** 0 where the target cannot apply the event: that is reported when it is folded. */
function countIds(idsOf: Target['idsOf'], event: StoredEvent): number {
  try {
    return idsOf(event).length;
  } catch {
    return 0;
  }
}
