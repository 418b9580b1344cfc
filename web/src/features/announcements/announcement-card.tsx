import { useQuery } from '@tanstack/react-query';
import { AnnouncementMessage } from '#web/components/announcement-message.tsx';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { AnnouncementSkeleton } from './announcement-skeleton.tsx';
import { announcementQuery, fetchErrorText } from './queries.ts';

/** The latest message to all members. */
export function AnnouncementCard() {
  const { data, isPending, error, refetch } = useQuery(announcementQuery);
  useErrorToast(fetchErrorText, error);
  return (
    <Card title="Announcements">
      <div aria-live="polite">
        {isPending && <AnnouncementSkeleton />}
        {error && !data && <ErrorView message={fetchErrorText} retry={refetch} />}
        {data && <AnnouncementMessage html={data.message} />}
      </div>
    </Card>
  );
}
