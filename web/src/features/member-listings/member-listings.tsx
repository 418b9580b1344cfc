import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { ListingsMap } from '#web/components/listing/listings-map.tsx';
import { LoadMore } from '#web/components/load-more.tsx';
import { type ListView, ViewSwitch } from '#web/components/map/view-switch.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { Button } from '#web/components/ui/button.tsx';
import type { ListPage } from '#web/lib/api/list-pages.ts';
import { useSearchCircles } from '#web/features/searches/index.ts';
import { useFilters } from '#web/lib/use-filters.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { formatCount } from '#web/lib/format.ts';
import { ListingFilterBar } from './listing-filter-bar.tsx';
import { ListingRows } from './listing-rows.tsx';
import { downloadListings, type ListingSearch, memberListingsQuery, parseListingSearch } from './queries.ts';

/** All listings that were sent to the user, with the filters of the page's address. */
export function MemberListings() {
  const [{ view = 'list', ...search }, change] = useFilters(parseListingSearch);
  return (
    <>
      <ListingFilterBar search={search} onChange={change} />
      <ListingList search={search} view={view} onView={(next) => change({ view: next })} />
    </>
  );
}

type ListingListProps = { search: ListingSearch; view: ListView; onView: (view: ListView) => void };

function ListingList({ search, view, onView }: ListingListProps) {
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
            <div className="flex flex-wrap items-center gap-3">
              <ViewSwitch view={view} onChange={onView} />
              <Button
                variant="secondary"
                size="small"
                pending={download.pending && 'Downloading…'}
                onClick={() => download.start(search)}
              >
                Download CSV
              </Button>
            </div>
          </div>
          <div aria-busy={isSearching}>
            <Rows pages={pages} view={view} />
          </div>
          <LoadMore query={query} label="Show more" />
        </>
      )}
    </QueryContent>
  );
}

function Rows({ pages, view }: { pages: ListPage<MemberListing>[]; view: ListView }) {
  const listings = useMemo(() => pages.flatMap(({ items }) => items), [pages]);
  const otherAreas = useSearchCircles(firstSearch.id);
  if (listings.length === 0) return null;
  const Listings = view === 'map' ? ListingsMap : ListingRows;
  return <Listings listings={listings} otherAreas={otherAreas} />;
}

function describeTotal(total: number, { q, filter, type, search }: ListingSearch): string {
  if (total > 0) return formatCount(total, 'listing');
  const isFiltered = [q, filter, type, search].some((value) => value !== undefined);
  if (isFiltered) return 'No listings match these filters. Change or clear them.';
  return 'No listings yet. They appear here as soon as one matches.';
}
