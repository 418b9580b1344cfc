import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useToast } from '#web/lib/toast.ts';
import { untilLoaded } from '#web/lib/until-loaded.ts';

/** Loads the toaster when the page is first used, or has something to say: it is no part of the first load. */
export function Toasts() {
  const [used, setUsed] = useState(false);
  const toast = useToast();
  useEffect(() => {
    const use = () => setUsed(true);
    const signs = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const sign of signs) window.addEventListener(sign, use, { once: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, use);
    };
  }, []);
  const Toaster = useToaster(used || toast !== null);
  return Toaster && createElement(Toaster);
}

/** The code of the toaster, once it is wanted; asked for again where it did not come. */
function useToaster(wanted: boolean): ComponentType | null {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!wanted || Toaster) return;
    const leaving = new AbortController();
    void untilLoaded(() => import('./ui/toaster.tsx'), leaving).then((code) => {
      if (!leaving.signal.aborted) setToaster(() => code.Toaster);
    });
    return () => leaving.abort();
  }, [wanted, Toaster]);
  return Toaster;
}
