import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { LoadMore } from '#web/components/load-more.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { formatCount } from '#web/lib/format.ts';
import { ListingFilterBar } from './listing-filter-bar.tsx';
import { ListingRow } from './listing-row.tsx';
import { downloadListings, type ListingSearch, memberListingsQuery, parseListingSearch } from './queries.ts';

/** All listings that were sent to the user, with the filters of the page's address. */
export function MemberListings() {
  const search = parseListingSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = useCallback(
    (next: ListingSearch) => {
      void navigate({ to: '/listings', search: next, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return (
    <>
      <ListingFilterBar search={search} onChange={show} />
      <ListingList search={search} />
    </>
  );
}

function ListingList({ search }: { search: ListingSearch }) {
  const query = useInfiniteQuery(memberListingsQuery(search));
  const isSearching = query.isPlaceholderData;
  const download = useUserAction(downloadListings, { errorTitle: 'Download failed' });
  return (
    <QueryContent query={query} loading="Loading your listings">
      {({ pages }) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-muted">
              {isSearching ? 'Searching…' : describeTotal(pages.at(-1)?.total ?? 0, search)}
            </p>
            <Button
              variant="secondary"
              size="small"
              pending={download.pending && 'Downloading…'}
              onClick={() => download.start(search)}
            >
              Download CSV
            </Button>
          </div>
          <ol aria-busy={isSearching} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {pages
              .flatMap(({ items }) => items)
              .map((listing) => (
                <li key={listing.id}>
                  <ListingRow listing={listing} />
                </li>
              ))}
          </ol>
          <LoadMore query={query} label="Show more" />
        </>
      )}
    </QueryContent>
  );
}

function describeTotal(total: number, { q, filter, type }: ListingSearch): string {
  if (total > 0) return formatCount(total, 'listing');
  const isFiltered = [q, filter, type].some((value) => value !== undefined);
  if (isFiltered) return 'No listings match these filters. Change or clear them.';
  return 'No listings yet. You will see them here the moment one fits.';
}
