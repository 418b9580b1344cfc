import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Announcement, AnnouncementLoading } from '#web/components/announcement.tsx';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { ApiError } from '#web/lib/api.ts';
import { toastFailure } from '#web/lib/toast.ts';
import { announcementQuery } from '#web/lib/views.ts';

const fetchFailed = 'Failed to fetch announcement';

/** The latest message to all members. */
export function AnnouncementCard() {
  const { data, isPending, error, refetch } = useQuery(announcementQuery);
  useEffect(() => {
    // Whoever is signed out by now is on the way to the sign-in page.
    if (error && !isSignedOut(error)) toastFailure(fetchFailed, error);
  }, [error]);
  return (
    <Card title="Announcements">
      <div aria-live="polite">
        {isPending && <AnnouncementLoading />}
        {error && !data && <ErrorView message={fetchFailed} retry={refetch} />}
        {data && <Announcement html={data.message} />}
      </div>
    </Card>
  );
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}
