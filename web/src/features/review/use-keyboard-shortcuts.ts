import { type RefObject, useEffect, useRef } from 'react';

type Actions = {
  /** Chooses the item that is this number of places further. */
  step: (by: number) => void;
  /** Moves the focus to the chosen item. */
  enter: () => void;
};

export const shortcuts = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'accept'],
  ['R', 'reject'],
] as const;

/** j and k move between the items in `area`, a and r decide on the focused one; disabled while typing. */
export function useKeyboardShortcuts(area: RefObject<HTMLElement | null>, actions: Actions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (area.current && isShortcut(event)) runShortcut(event.key, area.current, current.current);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [area]);
}

function runShortcut(key: string, area: HTMLElement, { step, enter }: Actions): void {
  const direction = { j: 1, k: -1 }[key];
  if (direction !== undefined && area.contains(document.activeElement)) step(direction);
  else if (direction !== undefined) enter();
  const decision = { a: 'accept', r: 'reject' }[key];
  const item = document.activeElement?.closest('article');
  if (decision && item && area.contains(item))
    item.querySelector<HTMLButtonElement>(`[data-decision=${decision}]`)?.click();
}

/** A key without modifiers, outside of dialogs and of fields that take letters. */
function isShortcut({ ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !repeat && !isTyping(target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, dialog') !== null;
}
