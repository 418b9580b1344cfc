import { type RefObject, useEffect } from 'react';

/** j and k go from item to item, a accepts and r rejects the one that has the focus; not while something is typed. */
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

/** A key by itself, which goes into no field. */
function isShortcut({ ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !repeat && !isTyping(target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}

/** Hands the focus of an item that is about to go to the one after it, else to the one before. */
export function moveFocusFrom(item: HTMLElement | null): void {
  const { activeElement, body } = document;
  // Its button went off while the decision was on its way, and lost the focus to the page.
  if (!item || (activeElement !== body && !item.contains(activeElement))) return;
  const row = item.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const heading = document.querySelector('h1');
  (other?.querySelector('article') ?? heading)?.focus();
}
