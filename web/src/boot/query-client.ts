import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api.ts';
import type { RefreshRows } from '#web/lib/api/refresh-view.ts';
import { userQuery } from '#web/lib/session/session.ts';

/** Data stays fresh until a response or the live connection says otherwise; nothing is refetched automatically. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(userQuery.queryKey, null);
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // 'always': without a network a request fails at once with an error, instead of pausing silently.
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { refreshRows?: RefreshRows };
  }
}
