import { useEffect, useState } from 'react';

const maxWaitMs = 1500;
// Safari cannot say when it is idle.
const assumedIdleMs = 200;

/** Whether the page has been shown and the browser had time for other work: what no first look needs is loaded then. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if ('requestIdleCallback' in window) {
      const request = requestIdleCallback(() => setIdle(true), { timeout: maxWaitMs });
      return () => cancelIdleCallback(request);
    }
    const timer = setTimeout(() => setIdle(true), assumedIdleMs);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}
