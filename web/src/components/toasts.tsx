import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useToast } from '#web/lib/toast.ts';

const Toaster = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('./ui/toaster.tsx').then(
      ({ Toaster }) => ({ default: Toaster }),
      () => ({ default: () => null }),
    ),
);

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
  return (
    (used || toast) && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
