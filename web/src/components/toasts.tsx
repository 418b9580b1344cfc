import { createElement, useEffect, useState } from 'react';
import { useAuth } from '#web/lib/session/auth.tsx';
import { trackControls } from '#web/lib/toast/toast-side.ts';
import { type ToastState, useToast } from '#web/lib/toast/toast.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';

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
    const waiting = new AbortController();
    for (const event of ['pointerdown', 'keydown', 'focusin'] as const)
      window.addEventListener(event, () => setUsed(true), { once: true, signal: waiting.signal });
    return () => waiting.abort();
  }, []);
  useEffect(trackControls, []);
  useEffect(() => {
    if (!isSignedIn) return;
    // Must be loaded before the network is lost, or it could not report that.
    const timer = setTimeout(() => setUsed(true), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  const Toaster = useLazyComponent(isUsed || toast !== null, loadToaster, 'Toaster');
  return Toaster ? createElement(Toaster) : toast?.open && <PlainToast {...toast} />;
}

/** Shows the texts of a toast while the toaster cannot be loaded, as without a network. */
function PlainToast({ title, description }: Pick<ToastState, 'title' | 'description'>) {
  return (
    <div role="alert" className="fixed right-0 bottom-(--bottom-bar) z-50 w-full p-4 md:max-w-[420px]">
      <ul>
        <li className="rounded-card border border-line bg-surface p-4 text-text shadow-float">
          <p className="font-semibold">{title}</p>
          <p className="mt-0.5 text-sm break-words">{description}</p>
        </li>
      </ul>
    </div>
  );
}

const loadToaster = () => import('./ui/overlay/toaster.tsx');
