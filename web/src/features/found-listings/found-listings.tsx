import { useFilters } from '#web/lib/use-filters.ts';
import { FoundFilterBar } from './found-filter-bar.tsx';
import { FoundList } from './found-list.tsx';
import { parseFoundFilters } from './queries.ts';

/** The found listings, with the filters of the page's address. */
export function FoundListings() {
  const [{ view = 'list', ...filters }, change] = useFilters(parseFoundFilters);
  return (
    <>
      <FoundFilterBar filters={filters} onChange={change} />
      <FoundList filters={filters} view={view} onView={(next) => change({ view: next })} />
    </>
  );
}
