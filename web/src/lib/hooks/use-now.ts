import { useSyncExternalStore } from 'react';

const intervalMs = 10_000;

// One clock for the page: what tells of time moves on together, and nothing ticks where nothing is shown.
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
    // A window out of sight ticks late: it is right again once it is seen.
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
