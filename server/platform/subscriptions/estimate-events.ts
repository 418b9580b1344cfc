import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** How many events lie within a distance of positions, where they are as far apart as those of the page. */
export function estimateEvents(page: readonly Pick<StoredEvent, 'position'>[], distance: number): number {
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined || page.length === 1) return distance;
  return Math.round((distance * (page.length - 1)) / (last.position - first.position));
}
