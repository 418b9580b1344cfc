import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { LoadMore } from '#web/components/load-more.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { newerEntriesQuery, wholeLogQuery } from './queries.ts';
import { LogLines } from './log-lines.tsx';

/** The whole log, newest first, loaded page by page on demand; new entries are added on top. */
export function WholeLog() {
  const query = useInfiniteQuery(wholeLogQuery);
  const { data: newer } = useQuery(newerEntriesQuery);
  return (
    <QueryContent query={query} loading="Loading the log">
      {({ pages }) => (
        <Card title="Entries" aside={<span className="text-sm text-muted">newest first</span>}>
          <LogLines entries={mergeEntries(newer, pages)} />
          <LoadMore query={query} label="Show older entries" className="mt-12" />
        </Card>
      )}
    </QueryContent>
  );
}

function mergeEntries(newer: WorkflowLogEntry[], pages: { items: WorkflowLogEntry[] }[]): WorkflowLogEntry[] {
  const read = pages.flatMap(({ items }) => items);
  const loadedIds = new Set(read.map(({ id }) => id));
  return [...newer.filter(({ id }) => !loadedIds.has(id)), ...read];
}
