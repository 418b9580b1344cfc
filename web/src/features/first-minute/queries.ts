import { queryOptions } from '@tanstack/react-query';
import { channelEndpoints, type FirstMinute } from '#domain/alert/channels.contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

export const firstMinuteQuery = queryOptions({
  queryKey: ['first-minute'],
  queryFn: ({ signal }) => call(channelEndpoints.getFirstMinute, { signal }),
});

export const saveProgress: Mutation<Partial<FirstMinute>, FirstMinute> = {
  send: (body) => call(channelEndpoints.updateFirstMinute, { body }),
  update: (queryClient, progress) => queryClient.setQueryData(firstMinuteQuery.queryKey, progress),
};
