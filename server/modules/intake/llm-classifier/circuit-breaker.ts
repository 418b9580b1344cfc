import type { Clock } from '#server/lib/clock.ts';

const failuresToOpen = 5;
/** In ms. */
const pauseMs = 60_000;

/** Stops calls to an endpoint that fails repeatedly: after a pause one call tries whether it has recovered. */
export function createCircuitBreaker(clock: Clock) {
  let failures = 0;
  let openUntil = 0;
  return {
    /** Whether a call may be made now; while the endpoint was failing, only one trial call may. */
    allowsCall: (): boolean => {
      if (failures < failuresToOpen) return true;
      const now = clock().getTime();
      if (now < openUntil) return false;
      openUntil = now + pauseMs;
      return true;
    },
    recordSuccess: () => {
      failures = 0;
    },
    isOpen: () => failures >= failuresToOpen,
    recordFailure: () => {
      failures += 1;
      openUntil = clock().getTime() + pauseMs;
    },
  };
}
