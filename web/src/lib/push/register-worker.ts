/**
 * Registers the service worker, which shows the offline page and pushes. Only a build has one, and browsers allow it
 * only on https and localhost.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
}

export function canRegisterWorker(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator;
}

/** Registers after the page has loaded: nothing waits for it. */
export function registerWorkerAfterLoad(): void {
  if (!canRegisterWorker()) return;
  const register = () => {
    registerWorker().catch((error: unknown) => console.warn('There will be no offline page.', error));
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
