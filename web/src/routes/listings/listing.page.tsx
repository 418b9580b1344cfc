import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { MessagePage } from '#web/components/layout/message-page.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { ListingView } from '#web/features/member-listings/listing-view.tsx';
import { memberListingQuery } from '#web/features/member-listings/queries.ts';
import { LogoutButton } from '#web/features/sign-out/logout-button.tsx';
import { ApiError } from '#web/lib/api/api.ts';

/** One listing that was sent to the user. */
export function ListingPage() {
  const { id } = useParams({ from: '/signed-in/listings/$id' });
  const query = useQuery(memberListingQuery(id));
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <MessagePage title="Listing not found" text="You were not sent a listing with this address." />;
  }
  return (
    <>
      <AppHeader>
        <BackLink to="/listings">All listings</BackLink>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">
        <QueryContent query={query} loading="Loading the listing">
          {(listing) => <ListingView listing={listing} />}
        </QueryContent>
      </main>
    </>
  );
}
