import { useSyncExternalStore } from 'react';

// The width from which pages have two columns: Tailwind's `lg`.
const wideWindow = window.matchMedia('(min-width: 64rem)');

function subscribe(listener: () => void): () => void {
  wideWindow.addEventListener('change', listener);
  return () => wideWindow.removeEventListener('change', listener);
}

/** Whether pages have two columns, as opposed to a phone's one. */
export const isWideWindow = () => wideWindow.matches;

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWideWindow);
}
