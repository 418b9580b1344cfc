import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Scrolls to the part of the page that the hash of the address names, and focuses its heading, once it is visible. */
export function useHashTarget(isVisible: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  // A second click on the same link is another navigation.
  const navigation = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    const target = isVisible && hash !== '' ? document.getElementById(hash) : null;
    const heading = target?.querySelector<HTMLElement>('h2');
    target?.scrollIntoView();
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [isVisible, hash, navigation]);
}
