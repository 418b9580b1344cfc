import { type RefObject, useEffect } from 'react';

/** j and k move between items, a accepts and r rejects the focused one; disabled while typing. */
export function useKeyboardShortcuts(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isShortcut(event)) runShortcut(event.key, [...(list.current?.querySelectorAll('article') ?? [])]);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list]);
}

function runShortcut(key: string, items: HTMLElement[]): void {
  const at = items.findIndex((item) => item.contains(document.activeElement));
  if (key === 'j') items[at + 1]?.focus();
  if (key === 'k') items[Math.max(0, at - 1)]?.focus();
  const decision = { a: 'accept', r: 'reject' }[key];
  if (decision) items[at]?.querySelector<HTMLButtonElement>(`[data-decision=${decision}]`)?.click();
}

/** A key without modifiers, outside of input fields. */
function isShortcut({ ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !repeat && !isTyping(target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}

/** Moves the focus from an item that is about to be removed to the next one, else to the previous one. */
export function moveFocusFrom(item: HTMLElement | null): void {
  const { activeElement, body } = document;
  // Its button was disabled during the decision, which moved the focus to the page.
  if (!item || (activeElement !== body && !item.contains(activeElement))) return;
  const row = item.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const heading = document.querySelector('h1');
  (other?.querySelector('article') ?? heading)?.focus();
}
