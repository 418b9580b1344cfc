import { queryOptions } from '@tanstack/react-query';
import { announcementEndpoints, type PublishedAnnouncement } from '#domain/announcement/contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

export const fetchErrorText = 'Failed to fetch announcement';

export const announcementQuery = queryOptions({
  queryKey: ['announcement'],
  queryFn: ({ signal }) => call(announcementEndpoints.getLatestAnnouncement, { signal }),
  // What a page's loader could not fetch is not asked for again by each card that shows it.
  retryOnMount: false,
});

export const publishAnnouncement: Mutation<string, PublishedAnnouncement> = {
  send: (message) => call(announcementEndpoints.publishAnnouncement, { body: { message } }),
  update: (queryClient, { message }) => queryClient.setQueryData(announcementQuery.queryKey, { message }),
};
