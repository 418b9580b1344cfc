import { routeOnlyNavigations, answerNavigation } from './navigations.ts';
import { openNotification, showPushNotification, renewSubscription } from './notifications.ts';

// TypeScript types the global scope as that of any worker.
const worker = self as unknown as ServiceWorkerGlobalScope;

// It caches nothing of the product, so a new one can take over at once: no page can be too old for it.
worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([routeOnlyNavigations(event), worker.skipWaiting()]));
});
worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.registration.navigationPreload.enable(), worker.clients.claim()]));
});
worker.addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode === 'navigate' && method === 'GET') event.respondWith(answerNavigation(event));
});

worker.addEventListener('push', (event) => event.waitUntil(showPushNotification(worker, event.data)));
worker.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(worker, event.notification)));
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(worker, event)));
