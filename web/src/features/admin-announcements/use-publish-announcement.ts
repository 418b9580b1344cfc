import { useQueryClient } from '@tanstack/react-query';
import { announcementPaths, announcementView } from '#domain/announcement/contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { announcementQuery } from '#web/lib/api/queries.ts';

export function usePublishAnnouncement(onPublished: () => void) {
  const queryClient = useQueryClient();
  return useUserAction({
    send: (message: string) => sendAndParse(announcementView, 'POST', announcementPaths.publish, { message }),
    onSuccess: (announcement) => {
      queryClient.setQueryData(announcementQuery.queryKey, announcement);
      onPublished();
      toast({ title: 'Announcement updated successfully' });
    },
    errorTitle: 'Update failed',
  });
}
