import { useSyncExternalStore } from 'react';

const intervalMs = 10_000;

// One clock for the page: all relative times update together, and no timer runs if none is shown.
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    timer = setInterval(tick, intervalMs);
    // Timers of a hidden window are late: the time is updated once it is visible again.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The time in milliseconds, at most ten seconds old. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
