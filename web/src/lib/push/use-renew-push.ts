import { useEffect } from 'react';

/**
 * Registers an existing push subscription again for the signed-in user: the server's record ended with the last
 * session.
 */
export function useRenewPush(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || !('Notification' in window) || Notification.permission !== 'granted') return;
    import('./push.ts')
      .then(({ renewPush }) => renewPush())
      .catch((error: unknown) => console.warn('Alerts are not shown on this device.', error));
  }, [userId]);
}
