import { AdminLink } from '#web/components/layout/admin-link.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';
import { FilterCard } from '#web/features/filters/filter-card.tsx';
import { FilterFormProvider } from '#web/features/filters/filter-form-provider.tsx';
import { SearchList } from '#web/features/filters/searches/search-list.tsx';
import { useOpenSearch } from '#web/features/filters/searches/use-open-search.ts';
import { channelsQuery } from '#web/features/notifications/index.ts';
import { NotificationSettings } from '#web/features/notifications/notification-settings.tsx';
import { scoutingQuery } from '#web/features/membership/index.ts';
import { MembershipCard } from '#web/features/membership/membership-card.tsx';
import { AccountDataSection } from '#web/features/account-data/account-data-section.tsx';
import { searchesQuery } from '#web/features/searches/index.ts';
import { SecurityCard } from '#web/features/security/security-card.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';
import { useHashTarget } from '#web/lib/focus/use-hash-target.ts';
import { MemberFrame } from './member-frame.tsx';
import { createPageLoader } from './load-page.ts';
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts';

/** In ms: longer than the home page waits, which has listings to show. */
const maxLoadMs = 3000;

export const loadProfile = createPageLoader(
  ({ user, queryClient }) => [
    () => queryClient.query({ ...searchesQuery, staleTime: 'static' }),
    () => queryClient.query({ ...scoutingQuery(user.zipCode ?? ''), staleTime: 'static' }),
    () => queryClient.query({ ...channelsQuery, staleTime: 'static' }),
  ],
  maxLoadMs,
);

/** Membership, filters, credentials and data of the user; the older settings page. */
export function ProfilePage() {
  const { user } = useAuth();
  const openSearch = useOpenSearch();
  useScrollRestoration();
  useHashTarget(true);
  if (!user) return null;
  return (
    <MemberFrame
      user={user}
      links={
        <>
          <AdminLink user={user} />
          <BackLink to="/">Back to Home</BackLink>
        </>
      }
    >
      <main className="mx-auto max-w-2xl px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Profile Settings" className="mb-8 text-3xl font-semibold">
          Profile Settings
        </PageHeading>
        {user.mustChangePassword && (
          <div className="mb-6">
            <TemporaryPasswordNotice />
          </div>
        )}
        <div className="grid gap-6">
          <MembershipCard user={user} goToZip={openSearch.goToZip} />
          <FilterFormProvider key={user.id} user={user} showsAllFields={false}>
            <FilterCard>
              <SearchList user={user} open={openSearch} />
              <NotificationSettings user={user} />
            </FilterCard>
          </FilterFormProvider>
          <CredentialsCard user={user} />
          <SecurityCard />
        </div>
        <AccountDataSection />
      </main>
    </MemberFrame>
  );
}
