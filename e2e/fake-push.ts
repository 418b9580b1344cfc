import type { PushSubscriptionBody } from '#domain/alert/push.contract.ts';

export type PushPermission = 'granted' | 'denied' | 'default';
type FakePushOptions = { subscription: PushSubscriptionBody; answer: PushPermission };

/**
 * An init script: a browser with a fake push service. Its subscription and key are kept in localStorage, so that they
 * outlive a page. It runs in the page and has no access to variables outside itself.
 */
export function installFakePush({ subscription, answer }: FakePushOptions): void {
  const key = 'subscribed-with';
  const permission = 'permission';
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer;
  const current = () => {
    const subscribedWith = localStorage.getItem(key);
    return subscribedWith === null
      ? null
      : {
          endpoint: subscription.endpoint,
          options: { applicationServerKey: bytesOf(subscribedWith) },
          toJSON: () => ({ ...subscription, expirationTime: null }),
          unsubscribe: () => {
            localStorage.removeItem(key);
            return Promise.resolve(true);
          },
        };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(current()),
    subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(key, applicationServerKey);
      return Promise.resolve(current());
    },
  });
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(permission) ?? 'default' });
  Notification.requestPermission = () => {
    localStorage.setItem(permission, answer);
    return Promise.resolve(answer);
  };
}
