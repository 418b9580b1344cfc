import type { ComponentProps } from 'react';
import { FilterSheet } from '#web/features/filters/sheet/filter-sheet.tsx';
import { DeviceNotifications } from '#web/features/notifications/device-notifications.tsx';
import { NotificationChannels } from '#web/features/notifications/notification-channels.tsx';

/** The filters in a sheet, and how alerts arrive. */
export function MemberFilterSheet(props: Omit<ComponentProps<typeof FilterSheet>, 'children'>) {
  return (
    <FilterSheet {...props}>
      <DeviceNotifications isDaily={props.user.notificationPreference === 'daily'} />
      <NotificationChannels />
    </FilterSheet>
  );
}
