import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Selectors in the panel: the focus moves to the first that exists and is enabled. */
export const focusTargets = {
  /** The title of an open row, else its Edit button. */
  row: (key: string) => [`[data-row="${key}"] [data-start]`],
  firstProblem: ['[aria-invalid=true]'],
  save: ['[type=submit]'],
  bar: ['[data-add]:enabled', '[type=submit]'],
} as const;

type FocusTarget = readonly string[];

/** Moves the focus when the panel changes, so that keyboard users never lose it. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, isSaving: boolean) {
  const wasSaving = useRef(isSaving);
  useEffect(() => {
    // The focused fields are removed once they are saved.
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
