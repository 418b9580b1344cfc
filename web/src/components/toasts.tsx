import { createElement, useEffect, useState } from 'react';
import { useAuth } from '#web/lib/session/auth.tsx';
import { trackControls } from '#web/lib/toast/toast-side.ts';
import { useToast } from '#web/lib/toast/toast.ts';
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
    const markUsed = () => setUsed(true);
    const events = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) window.addEventListener(event, markUsed, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, markUsed);
    };
  }, []);
  useEffect(trackControls, []);
  useEffect(() => {
    if (!isSignedIn) return;
    // Must be loaded before the network is lost, or it could not report that.
    const timer = setTimeout(() => setUsed(true), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  const Toaster = useLazyComponent(isUsed || toast !== null, loadToaster, 'Toaster');
  return Toaster && createElement(Toaster);
}

const loadToaster = () => import('./ui/overlay/toaster.tsx');
