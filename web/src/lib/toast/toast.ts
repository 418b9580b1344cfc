import { useSyncExternalStore } from 'react';
import { findToastSide, type ToastSide } from './toast-side.ts';

/** `action` is a button, which the toast stays 10 s for. */
type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: ToastAction | null;
};
type ToastAction = { label: string; start: () => void };
export type ToastState = Required<ToastMessage> & { id: number; open: boolean; side: ToastSide };

const removalDelayMs = 1_000_000;

// One toast is visible at a time: a new one replaces the last.
let currentToast: ToastState | null = null;
let lastId = 0;
let removalTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setCurrentToast(next: ToastState | null): void {
  currentToast = next;
  for (const listener of listeners) listener();
}

/** Returns the id of the toast. */
export function toast({ title, description = '', variant = 'default', action = null }: ToastMessage): number {
  clearTimeout(removalTimer);
  lastId += 1;
  setCurrentToast({ id: lastId, open: true, title, description, variant, action, side: findToastSide() });
  return lastId;
}

export function toastFailure(title: string, error: Error): void {
  toast({ title, description: error.message, variant: 'destructive' });
}

/** Closes the toast `id`; it stays in memory for a while, for its exit animation. */
export function dismissToast(id: number): void {
  if (currentToast?.id !== id) return;
  setCurrentToast({ ...currentToast, open: false });
  clearTimeout(removalTimer);
  removalTimer = setTimeout(() => setCurrentToast(null), removalDelayMs);
}

/** Removes an error toast: the action is being retried. */
export function dismissFailure(): void {
  if (currentToast?.variant === 'destructive') dismissToast(currentToast.id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useToast(): ToastState | null {
  return useSyncExternalStore(subscribe, () => currentToast);
}
