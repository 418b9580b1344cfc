import { useCallback, useEffect, useRef } from 'react';

/**
 * For what stands again where something else stood for a while, `away`: the focus that was in there, and is lost with
 * it, goes to the element given to the answer, unless it has moved on.
 */
export function useFocusBack(away: boolean): (element: HTMLElement | null) => void {
  const place = useRef<HTMLElement>(null);
  const wasAway = useRef(away);
  useEffect(() => {
    if (wasAway.current && !away && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
    wasAway.current = away;
  }, [away]);
  return useCallback((element) => {
    place.current = element;
  }, []);
}
