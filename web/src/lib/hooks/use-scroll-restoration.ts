import { useEffect } from 'react';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';

const maxRestoreMs = 3000;
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

// Only the first page of a document was left by another document; the router handles navigations within one.
let isFirstPage = true;

/**
 * Restores the scroll position of a page after a reload, or back from another site. The router does so at once, when
 * the page is not as tall yet; this does it while the page grows, until the user interacts.
 */
export function useScrollRestoration(): void {
  useEffect(() => {
    const saveOnLeave = () => writeStored('sessionStorage', getScrollKey(), String(Math.round(window.scrollY)));
    window.addEventListener('pagehide', saveOnLeave);
    const top = isFirstPage && isReturnVisit() ? Number(readStored('sessionStorage', getScrollKey())) : 0;
    isFirstPage = false;
    const stop = top > 0 ? holdScrollAt(top) : () => undefined;
    return () => {
      window.removeEventListener('pagehide', saveOnLeave);
      stop();
    };
  }, []);
}

function holdScrollAt(top: number): () => void {
  const listeners = new AbortController();
  const bodyObserver = new ResizeObserver(() => window.scrollTo({ top, behavior: 'instant' }));
  bodyObserver.observe(document.body);
  const stop = () => {
    bodyObserver.disconnect();
    listeners.abort();
  };
  for (const eventName of userEvents)
    window.addEventListener(eventName, stop, { signal: listeners.signal, passive: true });
  setTimeout(stop, maxRestoreMs);
  return stop;
}

function isReturnVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && /^(reload|back_forward)$/.test(navigation.type);
}

/** The router gives each history entry a key. */
function getScrollKey(): string {
  const state: unknown = window.history.state;
  const isNamed = typeof state === 'object' && state !== null && '__TSR_key' in state;
  return `place ${isNamed ? String(state.__TSR_key) : window.location.href}`;
}
