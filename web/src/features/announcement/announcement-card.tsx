import { useQuery } from '@tanstack/react-query';
import { Announcement, AnnouncementLoading } from '#web/components/announcement.tsx';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { useToastOfFailure } from '#web/lib/toast/toast-of-failure.ts';
import { announcementQuery } from '#web/lib/api/views.ts';

const fetchFailed = 'Failed to fetch announcement';

/** The latest message to all members. */
export function AnnouncementCard() {
  const { data, isPending, error, refetch } = useQuery(announcementQuery);
  useToastOfFailure(fetchFailed, error);
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
