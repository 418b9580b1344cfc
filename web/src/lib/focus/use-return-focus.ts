import { useCallback, useEffect, useRef } from 'react';

/**
 * For what stands again where something else stood for a while, `away`: the focus that was in there, and is lost with
 * it, goes to the element given to the answer, unless it has moved on.
 */
export function useReturnFocus(isAway: boolean): (element: HTMLElement | null) => void {
  const target = useRef<HTMLElement>(null);
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway && document.activeElement === document.body) {
      target.current?.focus({ preventScroll: true });
    }
    wasAway.current = isAway;
  }, [isAway]);
  return useCallback((element) => {
    target.current = element;
  }, []);
}
