import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { DeadLettersCard } from '#web/features/dead-letters/dead-letters-card.tsx';
import { AlarmBanner } from '#web/features/sources/alarm-banner.tsx';
import { SourcesCard } from '#web/features/sources/sources-card.tsx';
import { StatusCard } from '#web/features/sources/status-card.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';
import { AdminFrame } from '../admin-frame.tsx';

export function ScoutPage() {
  const { user } = useAuth();
  return (
    <AdminFrame>
      <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Scout and Sources" className="text-3xl font-semibold">
          Scout and Sources
        </PageHeading>
        <AlarmBanner />
        <StatusCard />
        <SourcesCard mayChange={user?.isAdmin ?? false} />
        <DeadLettersCard />
      </main>
    </AdminFrame>
  );
}
