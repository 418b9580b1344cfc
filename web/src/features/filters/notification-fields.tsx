import type { UseFormRegister } from 'react-hook-form';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import type { FilterValues } from './filter-values.ts';

export function NotificationFields({ register }: { register: UseFormRegister<FilterValues> }) {
  return (
    <div className="grid gap-1.5">
      <SelectField label="Notification Preference" {...register('notificationPreference')}>
        <option value="immediate">Right away</option>
        <option value="daily">Daily digest at 7 am</option>
      </SelectField>
      <Checkbox label="Also email me alerts" {...register('alertMails')} />
      <Checkbox label="Quiet hours: nothing is sent from 9 pm to 7 am" {...register('quietHours')} />
    </div>
  );
}
