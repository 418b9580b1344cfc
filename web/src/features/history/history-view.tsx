import { useCallback } from 'react';
import { type ChangeFilters, resolveChanges, useFilters } from '#web/lib/use-filters.ts';
import { EventsCard } from './events-card.tsx';
import { HistoryFilterBar } from './filter-bar.tsx';
import { type HistoryFilters, parseHistoryAddress, toHistorySearch } from './filters.ts';
import { VerificationCard } from './verification-card.tsx';

/** The whole log, with the filters of the page's address. */
export function HistoryView() {
  const [{ event: openPosition = null, ...filters }, change] = useFilters(parseHistoryAddress, toHistorySearch);
  const onOpen = useCallback((event: number | null) => change({ event }), [change]);
  // The open event may not match other filters.
  const changeFilters: ChangeFilters<HistoryFilters> = (changes) =>
    change((latest) => ({ ...resolveChanges(changes, latest), event: undefined }));
  return (
    <>
      <VerificationCard />
      <HistoryFilterBar filters={filters} onChange={changeFilters} />
      <EventsCard key={JSON.stringify(filters)} filters={filters} openPosition={openPosition} onOpen={onOpen} />
    </>
  );
}
