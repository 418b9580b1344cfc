import { useSyncExternalStore } from 'react';

type Message = { title: string; description?: string; variant?: 'default' | 'destructive' };
export type ShownToast = Required<Message> & { id: number; open: boolean };

const removalDelay = 1_000_000;

// One toast is visible at a time: a new one takes the place of the last.
let shown: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function toast({ title, description = '', variant = 'default' }: Message): void {
  clearTimeout(removal);
  lastId += 1;
  set({ id: lastId, open: true, title, description, variant });
}

export function toastFailure(title: string, error: Error): void {
  toast({ title, description: error.message, variant: 'destructive' });
}

/** Closes the toast `id`; it stays in memory for a while, so that its way out can be seen. */
export function dismissToast(id: number): void {
  if (shown?.id !== id) return;
  set({ ...shown, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => set(null), removalDelay);
}

/** Takes back what was said of a failure: it is being tried again. */
export function dismissFailure(): void {
  if (shown?.variant === 'destructive') dismissToast(shown.id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribe, () => shown);
}
