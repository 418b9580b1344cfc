import { useInfiniteQuery } from '@tanstack/react-query';
import type { FoundListingFilters } from '#domain/listing/found-listings.contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { LoadMore } from '#web/components/load-more.tsx';
import { formatCount } from '#web/lib/format.ts';
import { FoundRow } from './found-row.tsx';
import { foundListingsQuery } from './queries.ts';

/** The listings that match the filters, newest first. */
export function FoundList({ filters }: { filters: FoundListingFilters }) {
  const query = useInfiniteQuery(foundListingsQuery(filters));
  const isSearching = query.isPlaceholderData;
  return (
    <QueryContent query={query} loading="Loading the listings">
      {({ pages }) => (
        <>
          <p role="status" className="text-muted">
            {isSearching ? 'Searching…' : describeTotal(pages.at(-1)?.total ?? 0, Object.keys(filters).length > 0)}
          </p>
          <ol aria-busy={isSearching} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {pages
              .flatMap(({ items }) => items)
              .map((listing) => (
                <li key={listing.id}>
                  <FoundRow listing={listing} />
                </li>
              ))}
          </ol>
          <LoadMore query={query} label="Show older listings" />
        </>
      )}
    </QueryContent>
  );
}

function describeTotal(total: number, isFiltered: boolean): string {
  if (total > 0) return formatCount(total, 'listing');
  return isFiltered ? 'No listings match these filters. Change or clear them.' : 'No listings found yet.';
}
