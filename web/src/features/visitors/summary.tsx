import { useQuery } from '@tanstack/react-query';
import type { AvailableWeek } from '#domain/visit/admin.contract.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { visitorStatsQuery, visitsQuery } from './queries.ts';

const labels = { recent: ['Last 24 hours', 'Last 7 days'], week: ['Visitors in this week'] };
const errorTitles = {
  recent: ['Failed to fetch visitor statistics', 'Failed to fetch recent visitors'],
  week: ['Failed to fetch weekly visitor statistics', 'Failed to fetch weekly visitors'],
} as const;

/** How many visitors came in a week, or lately. */
export function VisitorSummary({ week }: { week: AvailableWeek | undefined }) {
  const kind = week ? 'week' : 'recent';
  const { data, error } = useQuery(visitorStatsQuery(week));
  const visits = useQuery(visitsQuery(week));
  useErrorToast(errorTitles[kind][0], error);
  useErrorToast(errorTitles[kind][1], visits.error);
  const unknown = error ? '–' : <Skeleton className="h-8 w-16" />;
  return (
    <dl className="grid grid-cols-[repeat(2,minmax(0,14rem))] gap-3 sm:gap-4">
      {labels[kind].map((label, index) => (
        <div key={label} className="flex flex-col-reverse justify-end rounded-xl bg-sunken px-4 py-4 sm:px-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="min-h-9 text-3xl font-semibold tracking-tight tabular-nums">
            {data?.counts[index]?.toLocaleString('en-US') ?? unknown}
          </dd>
        </div>
      ))}
    </dl>
  );
}
