import { useSyncExternalStore } from 'react';

// The rest of the page is inert while a modal dialog is open: what must stay reachable is rendered within it.
let openDialogs: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function setOpenDialogs(dialogs: readonly HTMLElement[]): void {
  openDialogs = dialogs;
  for (const listener of listeners) listener();
}

/** Registers an open modal dialog on top of the others; returns the function that removes it. */
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

/** The topmost modal dialog, or null if none is open. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => openDialogs.at(-1) ?? null);
}
