import { useEffect } from 'react';

const maxRestoreMs = 3000;
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

// Only the page that a document opens with was left by another document; the router sees to the moves within one.
let isFirstPage = true;

/**
 * Puts a page that is loaded anew (a reload, or back from another site) to where it was left. The router does so at
 * once, when the page is not as tall yet; here it is done while the page grows, until it is touched.
 */
export function useScrollRestoration(): void {
  useEffect(() => {
    const saveOnLeave = () => saveScroll(getScrollKey(), window.scrollY);
    window.addEventListener('pagehide', saveOnLeave);
    const top = isFirstPage && isReturnVisit() ? readScroll(getScrollKey()) : 0;
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

/** The router names each entry of the history. */
function getScrollKey(): string {
  const state: unknown = window.history.state;
  const isNamed = typeof state === 'object' && state !== null && '__TSR_key' in state;
  return `place ${isNamed ? String(state.__TSR_key) : window.location.href}`;
}

function saveScroll(name: string, top: number): void {
  try {
    sessionStorage.setItem(name, String(Math.round(top)));
  } catch {
    // A browser may refuse to keep anything: then pages open on top.
  }
}

function readScroll(name: string): number {
  try {
    return Number(sessionStorage.getItem(name));
  } catch {
    return 0;
  }
}
