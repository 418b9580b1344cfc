import { useQueryClient } from '@tanstack/react-query';
import { announcementPaths, announcementView } from '#domain/announcement/contract.ts';
import { useAction } from '#web/lib/hooks/action.ts';
import { sendFor } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { announcementQuery } from '#web/lib/api/views.ts';

export function usePublish(published: () => void) {
  const queryClient = useQueryClient();
  return useAction({
    send: (message: string) => sendFor(announcementView, 'POST', announcementPaths.publish, { message }),
    done: (announcement) => {
      queryClient.setQueryData(announcementQuery.queryKey, announcement);
      published();
      toast({ title: 'Announcement updated successfully' });
    },
    failure: 'Update failed',
  });
}
