import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { userDetailsEndpoints } from '#domain/user-details/contract.ts';
import { refreshUser } from '#web/features/user-table/index.ts';
import { call } from '#web/lib/api/api.ts';
import { listPages } from '#web/lib/api/list-pages.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

/** Only a change of this user loads it again. */
const liveMeta = (id: string) => ({
  refreshRows: (_queryClient: QueryClient, ids: string[]) => (ids.includes(id) ? null : Promise.resolve()),
});

/** The first part of the keys is the view's name. */
export const userDetailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'details', id],
    queryFn: ({ signal }) => call(userDetailsEndpoints.getUserDetails, { params: { id }, signal }),
    meta: liveMeta(id),
  });

export const userAlertsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['users', 'alerts', id],
    ...listPages(userDetailsEndpoints.listUserAlerts, { params: { id }, query: { limit: 20 } }),
    meta: liveMeta(id),
  });

export const addNote = (id: string): Mutation<string, unknown> => ({
  send: (text) => call(userDetailsEndpoints.addAdminNote, { params: { id }, body: { text } }),
  update: (queryClient) => refreshUser(queryClient, id),
});

export const removeNote = (id: string, noteId: string): Mutation<void, unknown> => ({
  send: () => call(userDetailsEndpoints.removeAdminNote, { params: { id, noteId } }),
  update: (queryClient) => refreshUser(queryClient, id),
});
