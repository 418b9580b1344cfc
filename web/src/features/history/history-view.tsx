import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EventsCard } from './events-card.tsx';
import { FilterBar } from './filter-bar.tsx';
import { parseHistoryFilters, type HistoryFilters, parseOpenEvent } from './filters.ts';
import { VerificationCard } from './verification-card.tsx';

/** The whole log, with the filters of the page's address. */
export function HistoryView() {
  const search = useSearch({ strict: false });
  const filters = parseHistoryFilters(search);
  const navigate = useNavigate();
  const show = useCallback(
    (next: Partial<HistoryFilters>) => {
      void navigate({ to: '/admin/history', search: parseHistoryFilters(next), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const onOpen = useCallback(
    (event: number | null) => {
      const others = parseHistoryFilters(search);
      const next = event === null ? others : { ...others, event };
      void navigate({ to: '/admin/history', search: next, replace: true, resetScroll: false });
    },
    [navigate, search],
  );
  return (
    <>
      <VerificationCard />
      <FilterBar filters={filters} onChange={show} />
      <EventsCard
        key={JSON.stringify(filters)}
        filters={filters}
        openPosition={parseOpenEvent(search)}
        onOpen={onOpen}
      />
    </>
  );
}
