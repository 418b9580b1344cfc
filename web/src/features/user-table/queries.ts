import { infiniteQueryOptions, keepPreviousData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { userEndpoints, userPageSize } from '#domain/user/admin.contract.ts';
import { type AdminUserView, maxUserRowIds, userSorts } from '#domain/user/contract.ts';
import { callPage, listPages } from '#web/lib/api/list-pages.ts';
import { refreshView } from '#web/lib/api/refresh-view.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import type { UserFilters } from './filters.ts';
import { mergeUserRows, replaceUser, type UserPages } from './merge-user-rows.ts';

export type UserListParams = { sorting: SortingState; filters: UserFilters };

function toListFilters({ sorting: [order], filters }: UserListParams) {
  const column = userSorts.find((name) => name === order?.id);
  return {
    ...(column && { sort: order?.desc ? (`-${column}` as const) : column }),
    ...filters,
  };
}

type UserListQuery = ReturnType<typeof toListFilters> & { limit: number };
const listLiveUsers = (query: UserListQuery) => listPages(userEndpoints.listUsers, { query });

/** All users whom the filters let through, in pages of the largest size. */
export const listAllUsers = (filters: UserFilters) =>
  listPages(userEndpoints.listUsers, { query: { ...filters, limit: 1000 } });

/** The users of these ids, who may be more than one request can name. */
export async function listUsersById(ids: readonly string[], signal: AbortSignal): Promise<AdminUserView[]> {
  const users: AdminUserView[] = [];
  for (let start = 0; start < ids.length; start += maxUserRowIds) {
    const part = ids.slice(start, start + maxUserRowIds).join(',');
    users.push(...(await callPage(userEndpoints.listUsers, { query: { ids: part }, signal })).items);
  }
  return users;
}

/** The users whom the filters let through, in the server's order or that of a column, page by page. */
export function createUserListQuery(key: QueryKey, params: UserListParams, list: typeof listLiveUsers) {
  return infiniteQueryOptions({
    queryKey: [...key, params.sorting, params.filters],
    ...list({ ...toListFilters(params), limit: userPageSize }),
    // The previous rows stay until those in the new order are loaded.
    placeholderData: keepPreviousData,
  });
}

/** The first part is the view's name. */
const listKey = ['users', 'list'];

export const adminUsersQuery = (params: UserListParams) => ({
  ...createUserListQuery(listKey, params, listLiveUsers),
  meta: {
    refreshRows: (queryClient: QueryClient, ids: string[]) =>
      ids.length <= maxUserRowIds ? refreshUserRows(queryClient, params, ids) : null,
  },
});

/** Loads only these users of a list, however many pages of it are loaded. */
async function refreshUserRows(queryClient: QueryClient, params: UserListParams, ids: string[]): Promise<void> {
  const { queryKey } = adminUsersQuery(params);
  const fresh = await queryClient.query({
    queryKey: ['user-rows', params, ids],
    queryFn: ({ signal }) =>
      callPage(userEndpoints.listUsers, { query: { ...toListFilters(params), ids: ids.join(',') }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  // A page under way was requested for the former rows, and would bring them back.
  await queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => null);
  const [order = { id: 'email', desc: false }] = params.sorting;
  const column = userSorts.find((name) => name === order.id) ?? 'email';
  queryClient.setQueryData(
    queryKey,
    (list) => list && mergeUserRows(list, { ids, fresh, order: { column, isDescending: order.desc } }),
  );
}

/** Loads a user again that others may have changed. */
export function refreshUser(queryClient: QueryClient, userId: string): Promise<unknown> {
  return refreshView(queryClient, 'users', [userId]).done;
}

/** A change of a user, shown at once by its answer, and then where the order has it. */
export function createUserMutation<Input>(
  request: (input: Input) => Promise<AdminUserView>,
): Mutation<Input, AdminUserView> {
  return {
    send: request,
    update: (queryClient, user) => {
      queryClient.setQueriesData<UserPages>({ queryKey: listKey }, (list) => list && replaceUser(list, user));
      return refreshUser(queryClient, user.id);
    },
  };
}
