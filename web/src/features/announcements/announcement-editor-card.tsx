import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { AnnouncementEditor } from './announcement-editor.tsx';
import { describeAudience } from './audience.ts';
import { announcementQuery, fetchErrorText } from './queries.ts';

type AnnouncementEditorCardProps = { mayEdit: boolean /** Undefined where unknown. */; userCount: number | undefined };

/** The announcement to all users: full admins edit it, helpers only see it. */
export function AnnouncementEditorCard({ mayEdit, userCount }: AnnouncementEditorCardProps) {
  const { data, isPending, error, refetch } = useQuery(announcementQuery);
  useErrorToast(fetchErrorText, error);
  return (
    <Card title="Announcements" description={`Shown ${describeAudience(userCount)}`}>
      {isPending && <Spinner label="Loading the announcement" />}
      {error && !data && <ErrorView message={fetchErrorText} retry={refetch} />}
      {data && <AnnouncementEditor published={data.message} mayEdit={mayEdit} userCount={userCount} />}
    </Card>
  );
}
