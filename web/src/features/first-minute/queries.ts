import { queryOptions } from '@tanstack/react-query';
import { channelEndpoints, type FirstMinute } from '#domain/alert/channels.contract.ts';
import { previewEndpoints, type PreviewQuery } from '#domain/matching/preview.contract.ts';
import { accountEndpoints, type FilterChanges, type UserView } from '#domain/user/contract.ts';
import { showSavedFilters } from '#web/features/filters/index.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

export const firstMinuteQuery = queryOptions({
  queryKey: ['first-minute'],
  queryFn: ({ signal }) => call(channelEndpoints.getFirstMinute, { signal }),
});

/** What an area would have brought; null while it is incomplete. */
export const areaPreviewQuery = (area: PreviewQuery | null) =>
  queryOptions({
    queryKey: ['preview', area],
    queryFn: ({ signal }) => call(previewEndpoints.previewMatches, { query: area ?? {}, signal }),
    enabled: area !== null,
  });

export const saveArea: Mutation<FilterChanges, UserView> = {
  send: (body) => call(accountEndpoints.updateProfile, { body }),
  update: showSavedFilters,
};

export const saveProgress: Mutation<Partial<FirstMinute>, FirstMinute> = {
  send: (body) => call(channelEndpoints.updateFirstMinute, { body }),
  update: (queryClient, progress) => queryClient.setQueryData(firstMinuteQuery.queryKey, progress),
};
