import { setTimeout } from 'node:timers/promises';
import type { ListingDeps } from './deps.ts';

/** In ms: the longest wait for recently accepted events. */
const maxWaitMs = 250;

/** Resolves when the views have applied all events that the log has now, or after `longestWait`. */
export async function waitForLatestEvents({
  events,
  waitForProjections,
}: Pick<ListingDeps, 'events' | 'waitForProjections'>): Promise<void> {
  await Promise.race([events.head().then(waitForProjections), setTimeout(maxWaitMs, undefined, { ref: false })]);
}
