import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FoundListing, FoundListingFilters } from '#domain/listing/found-listings.contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { goToRow, PinMap } from '#web/components/listing/listings-map.tsx';
import { type ListView, ViewSwitch } from '#web/components/map/view-switch.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatCount } from '#web/lib/format.ts';
import { FoundTable } from './found-table.tsx';
import { foundListingsQuery } from './queries.ts';

type FoundListProps = { filters: FoundListingFilters; view: ListView; onView: (view: ListView) => void };

/** The listings that match the filters, newest first: in a table, and on a map beside it. */
export function FoundList({ filters, view, onView }: FoundListProps) {
  const query = useInfiniteQuery(foundListingsQuery(filters));
  const { data, error, isPlaceholderData: isSearching, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const listings = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const total = data?.pages.at(-1)?.total ?? 0;
  const [active, setActive] = useState<readonly string[]>([]);
  const { picked, pick } = usePickedRow();
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  const status = isSearching ? 'Searching…' : describeTotal(total, Object.keys(filters).length > 0);
  return (
    <div className={view === 'map' ? mapLayout : undefined}>
      <Card title="Found listings" aria-busy={isSearching} aside={<ViewSwitch view={view} onChange={onView} />}>
        <QueryContent query={query} loading="Loading the listings">
          {() => (
            <>
              <p role="status" className="-mt-2 mb-4 text-sm text-muted">
                {status}
              </p>
              {listings.length > 0 && (
                <FoundTable
                  listKey={JSON.stringify(filters)}
                  listings={listings}
                  total={total}
                  linkedId={filters.q}
                  picked={picked}
                  active={active}
                  onActive={setActive}
                  onEnd={loadMore}
                />
              )}
              {error && <ErrorView message={error.message} retry={fetchNextPage} />}
            </>
          )}
        </QueryContent>
      </Card>
      {view === 'map' && <FoundMap listings={listings} active={active} onHover={setActive} onPick={pick} />}
    </div>
  );
}

const mapLayout = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)]';

/** The row of the pin that was clicked is rendered first, wherever it is, and then takes the focus. */
function usePickedRow() {
  const [picked, pick] = useState<readonly string[]>([]);
  useEffect(() => goToRow(picked), [picked]);
  return { picked: picked[0], pick };
}

type FoundMapProps = {
  listings: readonly FoundListing[];
  active: readonly string[];
  onHover: (ids: readonly string[]) => void;
  onPick: (ids: readonly string[]) => void;
};

function FoundMap({ listings, ...pins }: FoundMapProps) {
  const pinned = useMemo(
    () => listings.map((listing) => ({ ...listing, place: { isApproximate: listing.place.basis !== 'coordinates' } })),
    [listings],
  );
  return (
    <PinMap
      {...pins}
      listings={pinned}
      hasArea={false}
      className="h-72 max-lg:order-first sm:h-96 lg:sticky lg:top-20 lg:h-[min(42rem,calc(100dvh-6rem))]"
    />
  );
}

function describeTotal(total: number, isFiltered: boolean): string {
  if (total > 0) return formatCount(total, 'listing');
  return isFiltered ? 'No listings match these filters. Change or clear them.' : 'No listings found yet.';
}
