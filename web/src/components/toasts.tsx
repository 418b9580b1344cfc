import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useToast } from '#web/lib/toast.ts';

const retryAfter = 2000;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      import('./ui/toaster.tsx').then(
        (code) => setToaster(() => code.Toaster),
        () => {
          timer = setTimeout(load, retryAfter);
        },
      );
    };
    load();
    return () => clearTimeout(timer);
  }, [wanted, Toaster]);
  return Toaster;
}
