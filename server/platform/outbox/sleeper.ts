import type { Clock } from '#server/lib/clock.ts';
import { delay } from '#server/lib/delay.ts';

type SleepOptions = { maxMs: number; stopped: AbortSignal };

/** A sleep that can be ended early; a call of `wake` before it counts too. */
export function createSleeper(clock: Clock) {
  let woken = new AbortController();
  return {
    wake: () => woken.abort(),
    /** Sleeps until `due` (ms since 1970), at most `maxMs`. */
    sleep: async (due: number, { maxMs, stopped }: SleepOptions): Promise<void> => {
      const ms = Math.min(maxMs, Math.max(0, due - clock().getTime()));
      await delay(ms, AbortSignal.any([stopped, woken.signal]));
      woken = new AbortController();
    },
  };
}
