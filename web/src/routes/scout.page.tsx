import { AccessDenied } from '#web/components/access-denied.tsx';
import { AppHeader } from '#web/components/app-header.tsx';
import { BackLink } from '#web/components/back-link.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { DeadLettersCard } from '#web/features/dead-letters/dead-letters-card.tsx';
import { AlarmBanner } from '#web/features/scout/alarm-banner.tsx';
import { SourcesCard } from '#web/features/scout/sources-card.tsx';
import { StatusCard } from '#web/features/scout/status-card.tsx';
import { LogoutButton } from '#web/features/session/logout-button.tsx';
import { useAuth } from '#web/lib/auth.tsx';

export function ScoutPage() {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin && !user.isHelperAdmin) {
    return <AccessDenied />;
  }
  return (
    <>
      <AppHeader>
        <BackLink to="/admin">Admin Dashboard</BackLink>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Scout and Sources" className="text-3xl font-semibold">
          Scout and Sources
        </PageHeading>
        <AlarmBanner />
        <StatusCard />
        <SourcesCard mayChange={user.isAdmin} />
        <DeadLettersCard />
      </main>
    </>
  );
}
