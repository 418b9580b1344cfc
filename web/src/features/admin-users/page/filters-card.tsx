import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { type AdminUserView, defaultMaxPrice, defaultRadiusMiles } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { Facts } from './facts.tsx';

/** What the user's alerts must fit, and how they are sent; what was never saved has the default. */
export function FiltersCard({ user }: { user: AdminUserView }) {
  const { maxPrice, mileageRadius, zipCode, notificationPreference } = user;
  const types = optionalTypes.filter(({ flag }) => user[flag]).map(({ heading }) => heading);
  return (
    <Card title="Filters">
      <Facts
        facts={{
          'Max price': formatSetting(maxPrice, defaultMaxPrice, formatWholeDollars),
          Radius: formatSetting(mileageRadius, defaultRadiusMiles, (miles) => `${miles} miles`),
          'ZIP code': zipCode ?? 'Not set (no alerts)',
          Types: ['Houses', ...types].join(', '),
          Notification: notificationPreference === 'daily' ? 'Daily digest' : 'Immediate',
          'Alert emails': formatFlag(user.alertMails),
          'Quiet hours': formatFlag(user.quietHours),
          'Weekly summary': formatFlag(user.weeklySummary),
        }}
      />
    </Card>
  );
}

function formatSetting(value: number | null, byDefault: number, format: (value: number) => string): string {
  return value === null ? `${format(byDefault)} (default)` : format(value);
}

const formatFlag = (isOn: boolean) => (isOn ? 'On' : 'Off');
