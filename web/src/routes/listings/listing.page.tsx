import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { MessagePage } from '#web/components/layout/message-page.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { ListingView } from '#web/features/member-listings/page/listing-view.tsx';
import { memberListingQuery } from '#web/features/member-listings/queries.ts';
import { ApiError } from '#web/lib/api/api.ts';
import { MemberPage } from '../member-page.tsx';

/** One listing that was sent to the user. */
export function ListingPage() {
  const { id } = useParams({ from: '/signed-in/listings/$id' });
  const query = useQuery(memberListingQuery(id));
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <MessagePage title="Listing not found" text="You were not sent a listing with this address." />;
  }
  return (
    <MemberPage back={{ to: '/listings', children: 'All listings' }}>
      <QueryContent query={query} loading="Loading the listing">
        {(listing) => <ListingView listing={listing} />}
      </QueryContent>
    </MemberPage>
  );
}
