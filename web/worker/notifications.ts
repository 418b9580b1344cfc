import type { PushMessage, PushSubscriptionBody } from '#domain/alert/push.contract.ts';

const subscriptionsPath = '/api/push/subscriptions';
const fallbackMessage: PushMessage = {
  tag: 'news',
  title: 'News from Off-Market Scout',
  body: 'Open your dashboard to see it.',
  url: '/',
};

/** Shows an alert. A second one with the same tag replaces the first. */
export async function showPushNotification(
  { registration }: ServiceWorkerGlobalScope,
  data: Pick<PushMessageData, 'text'> | null,
): Promise<void> {
  const { title, tag, body, url } = parseMessage(data?.text() ?? '');
  await registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: { url } });
}

/** A browser must show something for every push, so an unreadable one gets a general text. */
function parseMessage(text: string): PushMessage {
  const message = { ...fallbackMessage };
  try {
    const parsed = JSON.parse(text) as Record<string, unknown> | null; // each field is checked below
    for (const name of ['tag', 'title', 'body', 'url'] as const) {
      const value = parsed?.[name];
      if (typeof value === 'string' && value !== '') message[name] = value;
    }
  } catch {
    return fallbackMessage;
  }
  return message;
}

/** Focuses the window that shows the page of the notification, or opens one. */
export async function openNotification(
  { clients, location }: ServiceWorkerGlobalScope,
  notification: Notification,
): Promise<void> {
  notification.close();
  const data = notification.data as { url?: unknown } | null; // set by `showPushNotification`, or by an older worker
  const url = new URL(typeof data?.url === 'string' ? data.url : '/', location.origin);
  if (url.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const matchingWindow = windows.find((window) => new URL(window.url).pathname === url.pathname);
  await (matchingWindow ? matchingWindow.focus() : clients.openWindow(url));
}

/** The browser sometimes replaces a subscription: the server must know the new one. */
export async function renewSubscription(
  { registration }: ServiceWorkerGlobalScope,
  { oldSubscription, newSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options ? await registration.pushManager.subscribe(options) : null);
  if (!subscription) return;
  const body = subscription.toJSON() as PushSubscriptionBody; // the server validates it against its contract
  await fetch(subscriptionsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
