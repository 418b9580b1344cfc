import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toastFailure } from '#web/lib/toast.ts';
import { announcementQuery } from '#web/lib/views.ts';

const fetchFailed = 'Failed to fetch announcement';

// What makes HTML safe to show is loaded where there is some.
const AnnouncementHtml = lazy(() =>
  import('./announcement-html.tsx').then(
    ({ AnnouncementHtml }) => ({ default: AnnouncementHtml }),
    () => ({ default: NotShown }),
  ),
);

/** The latest message to all members. */
export function AnnouncementCard() {
  const { data, isPending, error, refetch } = useQuery(announcementQuery);
  useEffect(() => {
    if (error) toastFailure(fetchFailed, error);
  }, [error]);
  return (
    <Card title="Announcements">
      <div aria-live="polite">
        {isPending && <Loading />}
        {error && !data && <ErrorView message={fetchFailed} retry={refetch} />}
        {data?.message === '' && <p className="text-muted">No announcements at this time.</p>}
        {data && data.message !== '' && (
          <Suspense fallback={<Loading />}>
            <AnnouncementHtml html={data.message} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}

function Loading() {
  return <Skeleton className="h-[1.55em] w-3/5" />;
}

function NotShown() {
  return <p className="text-muted">The announcement could not be shown. Load the page again to read it.</p>;
}
