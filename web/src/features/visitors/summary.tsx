import { useQuery } from '@tanstack/react-query';
import type { AvailableWeek } from '#domain/visit/admin.contract.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { visitorsQuery } from './queries.ts';

export function CurrentSummary() {
  const { data, error } = useQuery(visitorsQuery.stats);
  const visits = useQuery(visitorsQuery.recent);
  useErrorToast('Failed to fetch visitor statistics', error);
  useErrorToast('Failed to fetch recent visitors', visits.error);
  return (
    <VisitorFigures
      isError={error !== null && !data}
      figures={[
        ['Last 24 hours', data?.dailyCount],
        ['Last 7 days', data?.weeklyCount],
      ]}
    />
  );
}

export function WeekSummary({ week }: { week: AvailableWeek }) {
  const { data, error } = useQuery(visitorsQuery.weekStats(week));
  const visits = useQuery(visitorsQuery.ofWeek(week));
  useErrorToast('Failed to fetch weekly visitor statistics', error);
  useErrorToast('Failed to fetch weekly visitors', visits.error);
  return <VisitorFigures isError={error !== null && !data} figures={[['Visitors in this week', data?.visitorCount]]} />;
}

type VisitorFiguresProps = { figures: [string, number | undefined][]; isError: boolean };

function VisitorFigures({ figures, isError }: VisitorFiguresProps) {
  return (
    <dl className="grid grid-cols-[repeat(2,minmax(0,14rem))] gap-3 sm:gap-4">
      {figures.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse justify-end rounded-xl bg-sunken px-4 py-4 sm:px-5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-h-9 text-3xl font-semibold tracking-tight tabular-nums">
            {count?.toLocaleString('en-US') ?? (isError ? '–' : <Skeleton className="h-8 w-16" />)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
