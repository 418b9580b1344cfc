import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { AvailableWeek, VisitorStats } from '#domain/visit/admin.contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { visitorsQuery } from './queries.ts';
import { getStateName } from './states.ts';

// The charts are large, and only this screen uses them.
const Charts = lazy(() =>
  import('./charts.tsx').then(
    ({ Charts }) => ({ default: Charts }),
    () => ({ default: ChartsNotLoaded }),
  ),
);

/** The origin of the visitors of the last 7 days. */
export function RecentVisitorsByState() {
  const { data, error, refetch } = useQuery(visitorsQuery.stats);
  return <VisitorsByState states={data?.visitorsByState} error={error} retry={refetch} />;
}

/** The origin of the visitors of a week. */
export function WeekVisitorsByState({ week }: { week: AvailableWeek }) {
  const { data, error, refetch } = useQuery(visitorsQuery.weekStats(week));
  return <VisitorsByState states={data?.visitorsByState} error={error} retry={refetch} />;
}

type States = VisitorStats['visitorsByState'];
type ByStateProps = { states: States | undefined; error: Error | null; retry: () => unknown };

function VisitorsByState({ states, error, retry }: ByStateProps) {
  if (error && !states) return <ErrorView message={error.message} retry={retry} />;
  if (!states) return <Loading />;
  const named = states.map(({ state, count }) => ({ state: getStateName(state), count }));
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
  return <p className="text-muted">The charts could not be loaded. Load the page again to see them.</p>;
}
