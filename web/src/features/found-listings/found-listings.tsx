import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FoundListingFilters } from '#domain/listing/found-listings.contract.ts';
import { FoundFilterBar } from './found-filter-bar.tsx';
import { FoundList } from './found-list.tsx';
import { parseFoundFilters } from './queries.ts';

/** The found listings, with the filters of the page's address. */
export function FoundListings() {
  const filters = parseFoundFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = useCallback(
    (search: FoundListingFilters) => {
      void navigate({ to: '/admin/found', search, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return (
    <>
      <FoundFilterBar filters={filters} onChange={show} />
      <FoundList filters={filters} />
    </>
  );
}
