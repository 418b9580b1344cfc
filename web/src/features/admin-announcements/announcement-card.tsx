import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { useToastOfFailure } from '#web/lib/toast/toast-of-failure.ts';
import { announcementQuery } from '#web/lib/api/views.ts';
import { AnnouncementEditor } from './announcement-editor.tsx';

const fetchFailed = 'Failed to fetch announcement';

/** What all members read: full admins write it, helpers see it. */
export function AnnouncementCard({ mayEdit }: { mayEdit: boolean }) {
  const { data, isPending, error, refetch } = useQuery(announcementQuery);
  useToastOfFailure(fetchFailed, error);
  return (
    <Card title="Announcements" description="Everybody who is signed in sees this on top of their dashboard.">
      {isPending && <Spinner label="Loading the announcement" />}
      {error && !data && <ErrorView message={fetchFailed} retry={refetch} />}
      {data && <AnnouncementEditor published={data.message} mayEdit={mayEdit} />}
    </Card>
  );
}
