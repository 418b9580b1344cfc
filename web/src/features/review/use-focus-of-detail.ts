import { type RefObject, useLayoutEffect, useRef } from 'react';
import { toRowLinkId } from './review-row.tsx';

/**
 * Moves the focus to the chosen item when it was lost with the one before it; without a chosen item, to the row of the
 * one before, or to the heading of the page. The returned function moves it to an item that is about to be chosen.
 */
export function useFocusOfDetail(area: RefObject<HTMLElement | null>, chosenId: string | undefined) {
  const awaitedId = useRef<string>(undefined);
  const previousId = useRef(chosenId);
  // Before what keeps the focus on the page looks for another place.
  useLayoutEffect(() => {
    const before = previousId.current;
    previousId.current = chosenId;
    const isLost = before !== undefined && before !== chosenId && !isShown(document.activeElement);
    if (isLost || (chosenId !== undefined && awaitedId.current === chosenId)) focusItem(area.current, before);
    awaitedId.current = undefined;
  }, [area, chosenId]);
  return (id: string) => {
    if (id === chosenId) focusItem(area.current, id);
    else awaitedId.current = id;
  };
}

function focusItem(area: HTMLElement | null, idBefore: string | undefined): void {
  const row = idBefore === undefined ? null : document.getElementById(toRowLinkId(idBefore));
  const target = area?.querySelector('article') ?? row ?? document.querySelector('h1');
  target?.focus();
}

function isShown(element: Element | null): boolean {
  return element !== null && element !== document.body && element.checkVisibility();
}
