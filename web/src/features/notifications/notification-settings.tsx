import type { UserView } from '#domain/user/contract.ts';
import { DeviceNotifications } from './device-notifications.tsx';
import { NotificationChannels } from './notification-channels.tsx';

/** How alerts reach a member, below their filters. */
export function NotificationSettings({ user }: { user: UserView }) {
  return (
    <>
      <DeviceNotifications isDaily={user.notificationPreference === 'daily'} />
      <NotificationChannels />
    </>
  );
}
