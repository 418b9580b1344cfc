import { useCallback, useEffect, useRef } from 'react';

/**
 * For content that returns after other content took its place (`away`): focus that was inside that content, and is lost
 * with it, moves to the element passed to the returned callback ref, unless it has moved on.
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
