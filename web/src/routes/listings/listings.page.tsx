import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { MemberListings } from '#web/features/member-listings/member-listings.tsx';
import { LogoutButton } from '#web/features/sign-out/logout-button.tsx';
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts';

/** All listings that were ever sent to the user. */
export function ListingsPage() {
  useScrollRestoration();
  return (
    <>
      <AppHeader>
        <BackLink to="/">Back to Home</BackLink>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Listings" className="text-3xl font-semibold">
          Listings
        </PageHeading>
        <MemberListings />
      </main>
    </>
  );
}
