import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { MemberListings } from '#web/features/member-listings/member-listings.tsx';
import { memberListingsQuery, parseListingFilters } from '#web/features/member-listings/queries.ts';
import { searchesQuery } from '#web/features/searches/index.ts';
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts';
import { MemberPage } from '../member-page.tsx';
import { createPageLoader } from '../load-page.ts';

export const loadListings = createPageLoader(({ queryClient, search }) => [
  () => queryClient.infiniteQuery({ ...memberListingsQuery(parseListingFilters(search)), staleTime: 'static' }),
  () => queryClient.query({ ...searchesQuery, staleTime: 'static' }),
]);

/** All listings that were ever sent to the user. */
export function ListingsPage() {
  useScrollRestoration();
  return (
    <MemberPage back={{ to: '/', children: 'Back to Home' }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:gap-6">
        <PageHeading title="Listings" className="text-2xl font-semibold lg:text-3xl">
          Listings
        </PageHeading>
        <MemberListings />
      </div>
    </MemberPage>
  );
}
