import type { Clock } from '#server/lib/clock.ts';

const failuresToOpen = 5;
/** In ms. */
const pauseMs = 60_000;

/** Keeps from asking an endpoint that fails again and again: after a pause one call tries whether it is back. */
export function createCircuitBreaker(clock: Clock) {
  let failures = 0;
  let openUntil = 0;
  return {
    /** Whether a call may go out now; one that may, and comes while the endpoint was failing, is the only one to try. */
    admits: (): boolean => {
      if (failures < failuresToOpen) return true;
      const now = clock().getTime();
      if (now < openUntil) return false;
      openUntil = now + pauseMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
    },
    isOpen: () => failures >= failuresToOpen,
    failed: () => {
      failures += 1;
      openUntil = clock().getTime() + pauseMs;
    },
  };
}
