import { useEffect } from 'react';

const longest = 3000;
const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

// Only the page that a document opens with was left by another document; the router sees to the moves within one.
let isOpening = true;

/**
 * Puts a page that is loaded anew (a reload, or back from another site) to where it was left. The router does so at
 * once, when the page is not as tall yet; here it is done while the page grows, until it is touched.
 */
export function useKeptPlace(): void {
  useEffect(() => {
    const leave = () => keep(placeName(), window.scrollY);
    window.addEventListener('pagehide', leave);
    const top = isOpening && isReturn() ? kept(placeName()) : 0;
    isOpening = false;
    const stop = top > 0 ? holdAt(top) : () => undefined;
    return () => {
      window.removeEventListener('pagehide', leave);
      stop();
    };
  }, []);
}

function holdAt(top: number): () => void {
  const over = new AbortController();
  const growth = new ResizeObserver(() => window.scrollTo({ top, behavior: 'instant' }));
  growth.observe(document.body);
  const stop = () => {
    growth.disconnect();
    over.abort();
  };
  for (const touch of touches) window.addEventListener(touch, stop, { signal: over.signal, passive: true });
  setTimeout(stop, longest);
  return stop;
}

function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && /^(reload|back_forward)$/.test(navigation.type);
}

/** The router names each entry of the history. */
function placeName(): string {
  const state: unknown = window.history.state;
  const isNamed = typeof state === 'object' && state !== null && '__TSR_key' in state;
  return `place ${isNamed ? String(state.__TSR_key) : window.location.href}`;
}

function keep(name: string, top: number): void {
  try {
    sessionStorage.setItem(name, String(Math.round(top)));
  } catch {
    // A browser may refuse to keep anything: then pages open on top.
  }
}

function kept(name: string): number {
  try {
    return Number(sessionStorage.getItem(name));
  } catch {
    return 0;
  }
}
