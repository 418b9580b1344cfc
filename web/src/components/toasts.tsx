import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useAuth } from '#web/lib/session/auth.tsx';
import { useToast } from '#web/lib/toast/toast.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';

const preloadDelayMs = 2000;

/**
 * Loads the toaster when the page is first used, or has something to say, or soon after somebody is signed in: it is no
 * part of the first load.
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
    // Where the network is lost later, it has to be there to say so.
    const timer = setTimeout(() => setUsed(true), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  const Toaster = useToaster(isUsed || toast !== null);
  return Toaster && createElement(Toaster);
}

/** The code of the toaster, once it is wanted; asked for again where it did not come. */
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
