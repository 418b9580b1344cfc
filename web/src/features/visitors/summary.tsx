import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { visitorsQuery } from '#web/lib/views.ts';
import { useToastOfFailure } from './failure.ts';

export function CurrentSummary() {
  const { data, error } = useQuery(visitorsQuery.stats);
  useToastOfFailure('Failed to fetch visitor statistics', error);
  return (
    <Figures
      failed={error !== null && !data}
      figures={[
        ['Last 24 hours', data?.dailyCount],
        ['Last 7 days', data?.weeklyCount],
      ]}
    />
  );
}

export function WeekSummary({ offset }: { offset: number }) {
  const { data, error } = useQuery(visitorsQuery.weekStats(offset));
  useToastOfFailure('Failed to fetch weekly visitor statistics', error);
  return <Figures failed={error !== null && !data} figures={[['Visitors in this week', data?.visitorCount]]} />;
}

type FiguresProps = { figures: [string, number | undefined][]; failed: boolean };

function Figures({ figures, failed }: FiguresProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,14rem))] gap-4">
      {figures.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse justify-end rounded-xl bg-sunken px-5 py-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-h-9 text-3xl font-semibold tracking-tight tabular-nums">
            {count?.toLocaleString('en-US') ?? (failed ? '–' : <Skeleton className="h-8 w-16" />)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
