import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EventsCard } from './events-card.tsx';
import { HistoryFilterBar } from './filter-bar.tsx';
import { parseHistoryFilters, type HistoryFilters, parseOpenEvent, toHistorySearch } from './filters.ts';
import { VerificationCard } from './verification-card.tsx';

/** The whole log, with the filters of the page's address. */
export function HistoryView() {
  const search = useSearch({ strict: false });
  const filters = parseHistoryFilters(search);
  const navigate = useNavigate();
  const show = useCallback(
    (next: HistoryFilters) => {
      void navigate({ to: '/admin/history', search: toHistorySearch(next), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const onOpen = useCallback(
    (event: number | null) => {
      const others = toHistorySearch(parseHistoryFilters(search));
      const next = event === null ? others : { ...others, event };
      void navigate({ to: '/admin/history', search: next, replace: true, resetScroll: false });
    },
    [navigate, search],
  );
  return (
    <>
      <VerificationCard />
      <HistoryFilterBar filters={filters} onChange={show} />
      <EventsCard
        key={JSON.stringify(filters)}
        filters={filters}
        openPosition={parseOpenEvent(search)}
        onOpen={onOpen}
      />
    </>
  );
}
