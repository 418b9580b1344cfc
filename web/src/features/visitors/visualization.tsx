import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { AvailableWeek } from '#domain/visit/admin.contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { MemberFunnel } from './member-funnel.tsx';
import { visitorDaysQuery, visitorStatsQuery } from './queries.ts';
import { getStateName } from './states.ts';
import { formatDay, formatWeek } from './week.ts';

// The charts are large, and only this screen uses them.
const Charts = lazy(() =>
  import('./charts.tsx').then(
    ({ Charts }) => ({ default: Charts }),
    () => ({ default: ChartsNotLoaded }),
  ),
);

/** The origin and the days of the visitors of a week, or of late, and how many of them became members. */
export function Visualization({ week }: { week: AvailableWeek | undefined }) {
  const stats = useQuery(visitorStatsQuery(week));
  const days = useQuery(visitorDaysQuery(week));
  const failed = [stats, days].find(({ data, error }) => error && !data);
  if (failed?.error) return <ErrorView message={failed.error.message} retry={failed.refetch} />;
  if (!stats.data || !days.data) return <Loading />;
  return (
    <div className="grid gap-6">
      <MemberFunnel days={days.data} period={week ? formatWeek(week) : `Last ${days.data.length} days`} />
      <Suspense fallback={<Loading />}>
        <Charts
          states={stats.data.visitorsByState.map(({ state, count }) => ({ name: getStateName(state), count }))}
          days={days.data.map(({ day, visits }) => ({ name: formatDay(day), count: visits }))}
        />
      </Suspense>
    </div>
  );
}

function Loading() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Skeleton className="h-80 w-full rounded-xl" />
      <Skeleton className="h-80 w-full rounded-xl" />
    </div>
  );
}

function ChartsNotLoaded() {
  return <p className="text-muted">Couldn’t load the charts. Reload the page to try again.</p>;
}
