import { withTimeout } from '#server/lib/delay.ts';
import type { ListingDeps } from './deps.ts';

/** In ms: the longest wait for recently accepted events. */
const maxWaitMs = 250;

/** Resolves when the views have applied all events that the log has now, or after `longestWait`. */
export async function waitForLatestEvents({
  events,
  waitForProjections,
}: Pick<ListingDeps, 'events' | 'waitForProjections'>): Promise<void> {
  await withTimeout(events.head().then(waitForProjections), maxWaitMs, () => undefined);
}
