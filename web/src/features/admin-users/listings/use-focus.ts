import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Where the focus goes within the panel: to the first of these that is there and on. */
export const places = {
  /** The title of a row that is open, else its Edit. */
  row: (key: string) => [`[data-row="${key}"] [data-start]`],
  firstProblem: ['[aria-invalid=true]'],
  save: ['[type=submit]'],
  bar: ['[data-add]:enabled', '[type=submit]'],
} as const;

type Place = readonly string[];

/** Moves the focus along with what changes in the panel, so that the keyboard never loses its place. */
export function useFocus(panel: RefObject<HTMLElement | null>, isSaving: boolean) {
  const wasSaving = useRef(isSaving);
  useEffect(() => {
    // The fields that had the focus are gone once they are saved.
    if (wasSaving.current && !isSaving && document.activeElement === document.body) moveTo(panel.current, places.bar);
    wasSaving.current = isSaving;
  }, [panel, isSaving]);
  return (change: () => void, place: Place) => {
    flushSync(change);
    moveTo(panel.current, place);
  };
}

function moveTo(panel: HTMLElement | null, place: Place): void {
  const [first] = place.flatMap((selector) => panel?.querySelector<HTMLElement>(selector) ?? []);
  first?.focus();
}
