import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';

/** Events up to a position, or up to a time in ms since 1970, both ends included. */
export type PointInTime = { position: number } | { time: number };

const readBatchSize = 2_000;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** `at` is a day, which counts to its end in UTC, or a time; without both it is now. */
export function parsePointInTime({
  position,
  at,
}: {
  position?: number | undefined;
  at?: string | undefined;
}): PointInTime {
  if (position !== undefined) return { position };
  if (at === undefined) return { time: Infinity };
  return { time: dayPattern.test(at) ? Date.parse(`${at}T23:59:59.999Z`) : Date.parse(at) };
}

export function isUpTo(
  { position, metadata }: Pick<StoredEvent, 'position' | 'metadata'>,
  moment: PointInTime,
): boolean {
  return 'position' in moment ? position <= moment.position : Date.parse(metadata.at) <= moment.time;
}

/** How many events of an ordered list existed by then: all up to the last of them, as clocks may differ a little. */
export function countUpTo(events: readonly StoredEvent[], moment: PointInTime): number {
  return events.findLastIndex((event) => isUpTo(event, moment)) + 1;
}

/** The last event of the whole log by then; null where there was none. Reads from the end. */
export async function findLastUpTo(
  events: EventStore,
  moment: PointInTime,
  { onRead, stopped }: { onRead?: (read: number) => void; stopped?: AbortSignal } = {},
): Promise<StoredEvent | null> {
  let before: Position | null = null;
  let read = 0;
  while (stopped?.aborted !== true) {
    const page: StoredEvent[] = await events.readAllBackwards(before, readBatchSize);
    const found = page.find((event) => isUpTo(event, moment));
    if (found) return found;
    before = page.at(-1)?.position ?? startPosition;
    read += page.length;
    onRead?.(read);
    if (page.length === 0) return null;
  }
  return null;
}
