import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Where the focus goes within the panel: to the first of these that is there and on. */
export const focusTargets = {
  /** The title of a row that is open, else its Edit. */
  row: (key: string) => [`[data-row="${key}"] [data-start]`],
  firstProblem: ['[aria-invalid=true]'],
  save: ['[type=submit]'],
  bar: ['[data-add]:enabled', '[type=submit]'],
} as const;

type FocusTarget = readonly string[];

/** Moves the focus along with what changes in the panel, so that the keyboard never loses its place. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, isSaving: boolean) {
  const wasSaving = useRef(isSaving);
  useEffect(() => {
    // The fields that had the focus are gone once they are saved.
    if (wasSaving.current && !isSaving && document.activeElement === document.body)
      focusFirst(panel.current, focusTargets.bar);
    wasSaving.current = isSaving;
  }, [panel, isSaving]);
  return (change: () => void, target: FocusTarget) => {
    flushSync(change);
    focusFirst(panel.current, target);
  };
}

function focusFirst(panel: HTMLElement | null, target: FocusTarget): void {
  const [first] = target.flatMap((selector) => panel?.querySelector<HTMLElement>(selector) ?? []);
  first?.focus();
}
