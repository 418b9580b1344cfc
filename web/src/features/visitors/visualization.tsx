import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { AvailableWeek } from '#domain/visit/admin.contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { visitorStatsQuery } from './queries.ts';
import { getStateName } from './states.ts';

// The charts are large, and only this screen uses them.
const Charts = lazy(() =>
  import('./charts.tsx').then(
    ({ Charts }) => ({ default: Charts }),
    () => ({ default: ChartsNotLoaded }),
  ),
);

/** The origin of the visitors of a week, or of the last 7 days. */
export function VisitorsByState({ week }: { week: AvailableWeek | undefined }) {
  const { data, error, refetch } = useQuery(visitorStatsQuery(week));
  if (error && !data) return <ErrorView message={error.message} retry={refetch} />;
  if (!data) return <Loading />;
  const named = data.visitorsByState.map(({ state, count }) => ({ state: getStateName(state), count }));
  return (
    <Suspense fallback={<Loading />}>
      <Charts states={named} />
    </Suspense>
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
