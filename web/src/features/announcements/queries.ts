import { queryOptions } from '@tanstack/react-query';
import { announcementPaths, type AnnouncementView, announcementView } from '#domain/announcement/contract.ts';
import { get, sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

export const announcementQuery = queryOptions({
  queryKey: ['announcement'],
  queryFn: ({ signal }) => get(announcementPaths.latest, announcementView, signal),
});

export const publishAnnouncement: Mutation<string, AnnouncementView> = {
  send: (message) => sendAndParse(announcementView, 'POST', announcementPaths.publish, { message }),
  update: (queryClient, announcement) => queryClient.setQueryData(announcementQuery.queryKey, announcement),
};
