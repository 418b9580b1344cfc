import type { Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { findEarliestCheckpoint, type Target } from './target.ts';

/** To fold and write more of them without a pause would hold others up. */
const maxDocuments = 500;

/** `position` is that of the last event. */
export type BatchPart = { events: StoredEvent[]; position: Position };

/**
 * The events that are new to a target, in parts that change up to 500 documents, or have one event that changes more.
 * What was applied before a failure is left out. The only document of an event counts once in a part.
 */
export function splitByDocuments(targets: readonly Target[], events: readonly StoredEvent[]): BatchPart[] {
  const checkpoint = findEarliestCheckpoint(targets);
  const parts: BatchPart[] = [];
  let counted = new Set<string>();
  let room = 0;
  for (const event of events) {
    if (event.position <= checkpoint) continue;
    const { single, others } = findDocuments(targets, event);
    const added = single.filter((document) => !counted.has(document));
    const part = parts.at(-1);
    if (part === undefined || added.length + others > room) {
      parts.push({ events: [event], position: event.position });
      counted = new Set(single);
      room = maxDocuments - single.length - others;
    } else {
      part.events.push(event);
      part.position = event.position;
      for (const document of added) counted.add(document);
      room -= added.length + others;
    }
  }
  return parts;
}

/** The documents of views of which the event changes one, and how many others it changes. */
function findDocuments(targets: readonly Target[], event: StoredEvent): { single: string[]; others: number } {
  const single: string[] = [];
  let others = 0;
  for (const { declaration, handles, idsOf } of targets) {
    if (!handles.has(event.type)) continue;
    const ids = listIds(idsOf, event);
    if (ids.length === 1) single.push(`${declaration.view} ${ids[0] ?? ''}`);
    else others += ids.length;
  }
  return { single, others };
}

/** None where the target cannot apply the event: that is reported when it is folded. */
function listIds(idsOf: Target['idsOf'], event: StoredEvent): string[] {
  try {
    const ids = idsOf(event);
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}
