import { useInfiniteQuery } from '@tanstack/react-query';
import { historyPaths } from '#domain/history/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { EventList } from './event-list.tsx';
import { type HistoryFilters, queryOf } from './filters.ts';
import { historyQuery } from './history-queries.ts';

type Filters = Partial<HistoryFilters>;

/** The events that the filters ask for, newest first. */
export function EventsCard({ filters }: { filters: Filters }) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    historyQuery(filters),
  );
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  const onEnd = () => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  };
  return (
    <Card title="Events" aside={<Exports filters={filters} />}>
      {isPending && <Spinner label="Loading the history" />}
      {error && !data && <ErrorView message={error.message} retry={refetch} />}
      {data && (
        <EventList filters={filters} events={events} onEnd={onEnd}>
          {error && <ErrorView message={error.message} retry={fetchNextPage} />}
          {isFetchingNextPage && <Spinner label="Loading older events" />}
        </EventList>
      )}
    </Card>
  );
}

function Exports({ filters }: { filters: Filters }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {(['csv', 'jsonl'] as const).map((format) => (
        <a
          key={format}
          href={`${historyPaths.export}${queryOf(filters, { format })}`}
          download
          className={buttonClasses('secondary', 'small')}
        >
          Export {format === 'csv' ? 'CSV' : 'JSONL'}
        </a>
      ))}
    </span>
  );
}
