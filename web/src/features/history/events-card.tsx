import { buildPath } from '#web/lib/api/api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type HistoryFormat, historyEndpoints } from '#domain/history/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { ProvenDownload } from '#web/features/security/index.ts';
import { EventList } from './event-list.tsx';
import { type HistoryFilters, toHistoryQuery } from './filters.ts';
import { historyEventsQuery, isIndexing } from './queries.ts';

type EventsCardProps = {
  filters: HistoryFilters;
  /** Position of the event that the address opens. */
  openPosition: number | null;
  onOpen: (position: number | null) => void;
};

/** The events that match the filters, newest first. */
export function EventsCard({ filters, openPosition, onOpen }: EventsCardProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    historyEventsQuery(filters),
  );
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  const onEnd = () => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  };
  return (
    <Card title="Events" aside={<HistoryExports filters={filters} />}>
      {!data && <EventsPlaceholder error={error} retry={refetch} />}
      {data && (
        <EventList filters={filters} events={events} openPosition={openPosition} onOpen={onOpen} onEnd={onEnd}>
          {error && <ErrorView message={error.message} retry={fetchNextPage} />}
          {isFetchingNextPage && <Spinner label="Loading older events" />}
        </EventList>
      )}
    </Card>
  );
}

/** Shown in place of the events until they are loaded. */
function EventsPlaceholder({ error, retry }: { error: Error | null; retry: () => unknown }) {
  if (!error) return <Spinner label="Loading the history" />;
  return isIndexing(error) ? (
    <Indexing sentence={error.message} />
  ) : (
    <ErrorView message={error.message} retry={retry} />
  );
}

function Indexing({ sentence }: { sentence: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-4 px-4 py-12 text-center">
      <p className="max-w-prose text-pretty text-muted">{sentence.replace(/^503: /, '')}</p>
      <progress
        aria-label="Indexing progress"
        className="h-2 w-full max-w-md accent-primary"
        {...parsePercent(sentence)}
      />
    </div>
  );
}

function parsePercent(sentence: string): { value: number; max: number } | object {
  const percent = /(\d+) %/.exec(sentence)?.[1];
  return percent === undefined ? {} : { value: Number(percent), max: 100 };
}

function HistoryExports({ filters }: { filters: HistoryFilters }) {
  const linkTo = (format: HistoryFormat) =>
    buildPath(historyEndpoints.exportHistory, { query: { ...toHistoryQuery(filters), format } });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {(['csv', 'jsonl'] as const).map((format) => (
        <a key={format} href={linkTo(format)} download className={buttonClasses('secondary', 'small')}>
          Export {format.toUpperCase()}
        </a>
      ))}
      <ProvenDownload href={linkTo('evidence')}>Export evidence</ProvenDownload>
      <a href="/check-evidence.mjs" download className={buttonClasses('quiet', 'small')}>
        Evidence checker
      </a>
    </span>
  );
}
