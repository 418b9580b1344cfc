import { type Position, start } from '#domain/shared/decider.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';

/** Events up to a position, or up to a time in ms since 1970, both ends included. */
export type Moment = { position: number } | { time: number };

const slice = 2_000;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** `at` is a day, which counts to its end in UTC, or a time; neither of the two means now. */
export function momentOf({ position, at }: { position?: number | undefined; at?: string | undefined }): Moment {
  if (position !== undefined) return { position };
  if (at === undefined) return { time: Infinity };
  return { time: day.test(at) ? Date.parse(`${at}T23:59:59.999Z`) : Date.parse(at) };
}

export function isBy({ position, metadata }: Pick<StoredEvent, 'position' | 'metadata'>, moment: Moment): boolean {
  return 'position' in moment ? position <= moment.position : Date.parse(metadata.at) <= moment.time;
}

/** How many events of a list in order stood by then: all up to the last of them, as clocks may be a little apart. */
export function countBy(events: readonly StoredEvent[], moment: Moment): number {
  return events.findLastIndex((event) => isBy(event, moment)) + 1;
}

/** The last event of the whole log by then; null where there was none. Reads from the end. */
export async function lastBy(
  events: EventStore,
  moment: Moment,
  { onRead, stopped }: { onRead?: (read: number) => void; stopped?: AbortSignal } = {},
): Promise<StoredEvent | null> {
  let before: Position | null = null;
  let read = 0;
  while (stopped?.aborted !== true) {
    const page: StoredEvent[] = await events.readAllBackwards(before, slice);
    const found = page.find((event) => isBy(event, moment));
    if (found) return found;
    before = page.at(-1)?.position ?? start;
    read += page.length;
    onRead?.(read);
    if (page.length === 0) return null;
  }
  return null;
}
