/**
 * Registers the worker that shows the offline page and what is pushed. Only what was built has one, and only https and
 * this machine may.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
}

export function canRegisterWorker(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator;
}

/** Does so once the page has loaded: nobody waits for it. */
export function registerWorkerAfterLoad(): void {
  if (!canRegisterWorker()) return;
  const register = () => {
    registerWorker().catch((error: unknown) => console.warn('There will be no offline page.', error));
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
