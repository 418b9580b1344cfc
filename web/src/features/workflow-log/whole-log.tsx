import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ErrorView } from '#web/components/error-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { newerEntriesQuery, wholeLogQuery } from './queries.ts';
import { LogLines } from './log-lines.tsx';

/** The whole log, newest first, loaded page by page on demand; new entries are added on top. */
export function WholeLog() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(wholeLogQuery);
  const { data: newer } = useQuery(newerEntriesQuery);
  if (isPending) return <Spinner label="Loading the log" />;
  if (!data) return <ErrorView message={error.message} retry={refetch} />;
  const read = data.pages.flatMap(({ items }) => items);
  const known = new Set(read.map(({ id }) => id));
  const entries = [...newer.filter(({ id }) => !known.has(id)), ...read];
  return (
    <Card title="Entries" aside={<span className="text-sm text-muted">newest first</span>}>
      {entries.length === 0 ? <p className="text-muted">Nothing has happened yet.</p> : <LogLines entries={entries} />}
      {error && <ErrorView message={error.message} retry={fetchNextPage} />}
      {hasNextPage && !error && (
        <div className="mt-12 flex justify-center">
          <Button variant="secondary" pending={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </Card>
  );
}
