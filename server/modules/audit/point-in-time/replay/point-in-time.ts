import { readLogPagesBackwards } from '#server/platform/event-store/log-pages.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';

/** Events up to a position, or up to a time in ms since 1970, both ends included. */
export type PointInTime = { position: number } | { time: number };

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
export async function findLastUpTo(events: EventStore, moment: PointInTime): Promise<StoredEvent | null> {
  for await (const page of readLogPagesBackwards(events)) {
    const lastEvent = page.find((event) => isUpTo(event, moment));
    if (lastEvent) return lastEvent;
  }
  return null;
}
