import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { disablePush, enablePush, getPushState } from '#web/lib/push/push.ts';

export const pushStateQuery = queryOptions({
  queryKey: ['push-state'],
  queryFn: getPushState,
  // Another window may have changed it.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

const readState = (queryClient: QueryClient) => queryClient.invalidateQueries(pushStateQuery);

export const turnOnPush: Mutation<void, void> = { send: enablePush, update: readState };
export const turnOffPush: Mutation<void, void> = { send: disablePush, update: readState };
