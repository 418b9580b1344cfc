import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FoundListingFilters } from '#domain/listing/found-listings.contract.ts';
import type { ListView } from '#web/components/map/view-switch.tsx';
import { FoundFilterBar } from './found-filter-bar.tsx';
import { FoundList } from './found-list.tsx';
import { parseFoundFilters } from './queries.ts';

/** The found listings, with the filters of the page's address. */
export function FoundListings() {
  const address = useSearch({ from: '/signed-in/admin/found' });
  const filters = parseFoundFilters(address);
  const view: ListView = address.view === 'map' ? 'map' : 'list';
  const navigate = useNavigate();
  const show = useCallback(
    (next: FoundListingFilters, nextView: ListView = view) => {
      const search = { ...next, ...(nextView === 'map' && { view: nextView }) };
      void navigate({ to: '/admin/found', search, replace: true, resetScroll: false });
    },
    [navigate, view],
  );
  return (
    <>
      <FoundFilterBar filters={filters} onChange={show} />
      <FoundList filters={filters} view={view} onView={(next) => show(filters, next)} />
    </>
  );
}
