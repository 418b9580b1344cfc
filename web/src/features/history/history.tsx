import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EventsCard } from './events-card.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filtersIn, type HistoryFilters } from './filters.ts';
import { VerificationCard } from './verification-card.tsx';

/** The whole log, as the address of the page asks for it. */
export function History() {
  const filters = filtersIn(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = useCallback(
    (next: Partial<HistoryFilters>) => {
      void navigate({ to: '/admin/history', search: filtersIn(next), replace: true, resetScroll: false });
    },
    [navigate],
  );
  return (
    <>
      <VerificationCard />
      <FilterBar filters={filters} onChange={show} />
      <EventsCard key={JSON.stringify(filters)} filters={filters} />
    </>
  );
}
