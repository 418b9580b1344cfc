import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useAuth } from '#web/lib/session/auth.tsx';
import { useToast } from '#web/lib/toast/toast.ts';
import { untilLoaded } from '#web/lib/until-loaded.ts';

const soon = 2000;

/**
 * Loads the toaster when the page is first used, or has something to say, or soon after somebody is signed in: it is no
 * part of the first load.
 */
export function Toasts() {
  const [used, setUsed] = useState(false);
  const toast = useToast();
  const isSignedIn = useAuth().user !== null;
  useEffect(() => {
    const use = () => setUsed(true);
    const signs = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const sign of signs) window.addEventListener(sign, use, { once: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, use);
    };
  }, []);
  useEffect(() => {
    if (!isSignedIn) return;
    // Where the network is lost later, it has to be there to say so.
    const timer = setTimeout(() => setUsed(true), soon);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  const Toaster = useToaster(used || toast !== null);
  return Toaster && createElement(Toaster);
}

/** The code of the toaster, once it is wanted; asked for again where it did not come. */
function useToaster(wanted: boolean): ComponentType | null {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!wanted || Toaster) return;
    const leaving = new AbortController();
    void untilLoaded(() => import('./ui/overlay/toaster.tsx'), leaving).then((code) => {
      if (!leaving.signal.aborted) setToaster(() => code.Toaster);
    });
    return () => leaving.abort();
  }, [wanted, Toaster]);
  return Toaster;
}
