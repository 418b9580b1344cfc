import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useAuth } from '#web/lib/session/auth.tsx';
import { useToast } from '#web/lib/toast/toast.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';

const preloadDelayMs = 2000;

/**
 * Loads the toaster at the first interaction, at the first toast, or soon after a user signed in: it is not part of the
 * first load.
 */
export function Toasts() {
  const [isUsed, setUsed] = useState(false);
  const toast = useToast();
  const isSignedIn = useAuth().user !== null;
  useEffect(() => {
    const markUsed = () => setUsed(true);
    const events = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) window.addEventListener(event, markUsed, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, markUsed);
    };
  }, []);
  useEffect(() => {
    if (!isSignedIn) return;
    // Must be loaded before the network is lost, or it could not report that.
    const timer = setTimeout(() => setUsed(true), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  const Toaster = useToaster(isUsed || toast !== null);
  return Toaster && createElement(Toaster);
}

/** The toaster's code, once it is needed; a failed import is retried. */
function useToaster(isWanted: boolean): ComponentType | null {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isWanted || Toaster) return;
    const controller = new AbortController();
    void importWithRetry(() => import('./ui/overlay/toaster.tsx'), controller).then((code) => {
      if (!controller.signal.aborted) setToaster(() => code.Toaster);
    });
    return () => controller.abort();
  }, [isWanted, Toaster]);
  return Toaster;
}
