import { DeadLettersCard } from '#web/features/dead-letters/dead-letters-card.tsx';
import { AlarmBanner } from '#web/features/sources/alarm-banner.tsx';
import { SourcesCard } from '#web/features/sources/sources-card.tsx';
import { StatusCard } from '#web/features/sources/status-card.tsx';
import { AdminPage } from '../admin-page.tsx';

export function ScoutPage() {
  return (
    <AdminPage title="Scout and Sources">
      {(user) => (
        <>
          <AlarmBanner />
          <StatusCard />
          <SourcesCard mayChange={user.isAdmin} />
          <DeadLettersCard />
        </>
      )}
    </AdminPage>
  );
}
