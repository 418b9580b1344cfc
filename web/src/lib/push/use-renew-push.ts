import { useEffect } from 'react';

/** Hands a subscription to pushes in again for whoever is signed in now: the server's ended with the last session. */
export function useRenewPush(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || !('Notification' in window) || Notification.permission !== 'granted') return;
    import('./push.ts')
      .then(({ renewPush }) => renewPush())
      .catch((error: unknown) => console.warn('Alerts are not shown on this device.', error));
  }, [userId]);
}
