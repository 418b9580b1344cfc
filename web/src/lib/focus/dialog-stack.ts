import { useSyncExternalStore } from 'react';

// The rest of the page is out of reach while a modal dialog is open: what is to be reached must stand within it.
let openDialogs: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function setOpenDialogs(dialogs: readonly HTMLElement[]): void {
  openDialogs = dialogs;
  for (const listener of listeners) listener();
}

/** Says that a modal dialog is open now, above all others; returns what says that it is closed. */
export function pushDialog(dialog: HTMLElement): () => void {
  setOpenDialogs([...openDialogs, dialog]);
  return () => setOpenDialogs(openDialogs.filter((other) => other !== dialog));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The modal dialog on top, or null where none is open. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => openDialogs.at(-1) ?? null);
}
