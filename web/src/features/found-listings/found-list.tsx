import { useInfiniteQuery } from '@tanstack/react-query';
import type { FoundListingFilters } from '#domain/listing/found-listings.contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { LoadMore } from '#web/components/load-more.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { FoundRow } from './found-row.tsx';
import { foundListingsQuery } from './queries.ts';

/** The listings that match the filters, newest first. */
export function FoundList({ filters }: { filters: FoundListingFilters }) {
  const query = useInfiniteQuery(foundListingsQuery(filters));
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  if (isPending) return <Spinner label="Loading the listings" />;
  if (!data) return <ErrorView message={error.message} retry={refetch} />;
  const items = data.pages.flatMap((page) => page.items);
  return (
    <>
      <p role="status" className="text-muted">
        {isPlaceholderData ? 'Searching…' : formatCount(data.pages.at(-1)?.total ?? 0, Object.keys(filters).length > 0)}
      </p>
      <ol aria-busy={isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {items.map((listing) => (
          <li key={listing.id}>
            <FoundRow listing={listing} />
          </li>
        ))}
      </ol>
      <LoadMore query={query} label="Show older listings" />
    </>
  );
}

function formatCount(total: number, isFiltered: boolean): string {
  if (total === 0) {
    return isFiltered
      ? 'No listing fits these filters. Change or clear them.'
      : 'The scout has found no listing yet. What it finds shows up here.';
  }
  return total === 1 ? '1 listing' : `${total.toLocaleString('en-US')} listings`;
}
