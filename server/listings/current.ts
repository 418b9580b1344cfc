import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context.ts';

/** What was accepted a moment ago is waited for, but not for long. */
const longestWait = 250;

/** Resolves when the views have what the log has now, or a little later. */
export async function current({ events, caughtUp }: Pick<Context, 'events' | 'caughtUp'>): Promise<void> {
  await Promise.race([events.head().then(caughtUp), setTimeout(longestWait, undefined, { ref: false })]);
}
