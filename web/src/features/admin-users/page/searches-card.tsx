import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { type AdminUserView, defaultMaxPrice, defaultRadiusMiles } from '#domain/user/contract.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatCount } from '#web/lib/format.ts';
import { Facts } from './facts.tsx';

/** What the user's alerts must fit, and how they are sent; what was never saved has the default. */
export function SearchesCard({ user, searches }: { user: AdminUserView; searches: SearchView[] }) {
  const ofUser = { 'Alert emails': formatFlag(user.alertMails), 'Quiet hours': formatFlag(user.quietHours) };
  const [only] = searches;
  if (only && searches.length === 1) {
    return (
      <Card title="Filters">
        <Facts facts={{ ...listFacts(only), ...ofUser }} />
      </Card>
    );
  }
  return (
    <Card title="Searches">
      <div className="grid gap-5">
        {searches.map((search) => (
          <section key={search.id} aria-label={search.name} className="grid gap-2">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              <span className="min-w-0 wrap-anywhere">{search.name}</span>
              {search.paused && <Badge tone="warm">Paused</Badge>}
            </h3>
            <Facts facts={listFacts(search)} />
          </section>
        ))}
        <Facts facts={ofUser} />
      </div>
    </Card>
  );
}

function listFacts(search: SearchView) {
  const { maxPrice, mileageRadius, zipCode, place, notificationPreference, weeklySummary, count, lastScoutedAt } =
    search;
  const types = optionalTypes.filter(({ flag }) => search[flag]).map(({ heading }) => heading);
  return {
    'Max price': formatSetting(maxPrice, defaultMaxPrice, formatWholeDollars),
    Radius: formatSetting(mileageRadius, defaultRadiusMiles, (miles) => `${miles} miles`),
    'ZIP code': zipCode === null ? 'Not set (no alerts)' : [zipCode, place].filter(Boolean).join(', '),
    Types: ['Houses', ...types].join(', '),
    Notification: notificationPreference === 'daily' ? 'Daily digest' : 'Immediate',
    'Weekly summary': formatFlag(weeklySummary),
    'Last 30 days': formatCount(count, 'listing'),
    'Last scouted': lastScoutedAt === null ? 'Not yet' : <RelativeTime at={lastScoutedAt} />,
  };
}

function formatSetting(value: number | null, byDefault: number, format: (value: number) => string): string {
  return value === null ? `${format(byDefault)} (default)` : format(value);
}

const formatFlag = (isOn: boolean) => (isOn ? 'On' : 'Off');
