import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkflowLogEntry, WorkflowLogFilters } from '#domain/workflow-log/contract.ts';
import { LoadMore } from '#web/components/load-more.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { useFilters } from '#web/lib/use-filters.ts';
import { LogFilterBar } from './log-filter-bar.tsx';
import { LogLines } from './log-lines.tsx';
import { newerEntriesQuery, newerMatchesQuery, parseLogFilters, wholeLogQuery } from './queries.ts';

/** The log with the filters of the page's address, newest first, loaded page by page on demand. */
export function WholeLog() {
  const [filters, change] = useFilters(parseLogFilters);
  return (
    <>
      <LogFilterBar filters={filters} onChange={change} />
      <Entries filters={filters} isFiltered={Object.keys(filters).length > 0} />
    </>
  );
}

function Entries({ filters, isFiltered }: { filters: WorkflowLogFilters; isFiltered: boolean }) {
  const query = useInfiniteQuery(wholeLogQuery(filters));
  const { data: newest } = useQuery(newerEntriesQuery);
  const { data: matches } = useQuery({ ...newerMatchesQuery(filters), enabled: isFiltered });
  const isSearching = query.isPlaceholderData;
  const key = useShownKey(JSON.stringify(filters), isSearching);
  const newer = isSearching ? [] : isFiltered ? matches : newest;
  return (
    <QueryContent query={query} loading="Loading the log">
      {({ pages }) => (
        <Card title="Entries" aside={<Summary isSearching={isSearching} />}>
          <LogLines
            key={key}
            entries={mergeEntries(newer, pages)}
            emptyText={isFiltered ? 'No entries match these filters. Change or clear them.' : undefined}
          />
          <LoadMore query={query} label="Show older entries" className="mt-12" />
        </Card>
      )}
    </QueryContent>
  );
}

/** The key of the entries shown: while others are searched for, still that of the last ones. */
function useShownKey(key: string, isSearching: boolean): string {
  const [shown, setShown] = useState(key);
  if (!isSearching && shown !== key) setShown(key);
  return shown;
}

function Summary({ isSearching }: { isSearching: boolean }) {
  return (
    <span role="status" className="text-sm text-muted">
      {isSearching ? 'Searching…' : 'newest first'}
    </span>
  );
}

function mergeEntries(newer: WorkflowLogEntry[], pages: { items: WorkflowLogEntry[] }[]): WorkflowLogEntry[] {
  const read = pages.flatMap(({ items }) => items);
  const loadedIds = new Set(read.map(({ id }) => id));
  const newestId = read[0]?.id ?? '';
  return [...newer.filter(({ id }) => !loadedIds.has(id) && id > newestId), ...read];
}
