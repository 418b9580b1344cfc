import type { ComponentProps } from 'react';
import { FilterSheet } from '#web/features/filters/sheet/filter-sheet.tsx';
import { NotificationSettings } from '#web/features/notifications/notification-settings.tsx';

/** The filters in a sheet, and how alerts arrive. */
export function MemberFilterSheet(props: Omit<ComponentProps<typeof FilterSheet>, 'children'>) {
  return (
    <FilterSheet {...props}>
      <NotificationSettings user={props.user} />
    </FilterSheet>
  );
}
