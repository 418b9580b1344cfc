import { infiniteQueryOptions, keepPreviousData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { type AdminUserView, adminUserView, userPaths, userSorts } from '#domain/user/contract.ts';
import { getPage, sendAndParse } from '#web/lib/api/api.ts';
import { refreshView } from '#web/lib/api/refresh-view.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { mergeUserRows, replaceUser, type UserPages } from './merge-user-rows.ts';

export type UserListParams = { sorting: SortingState; search: string };

const pageSize = 200;

function buildListPath(path: string, { sorting: [order], search }: UserListParams, more: Record<string, string>) {
  const params = new URLSearchParams(more);
  if (order) params.set('sort', `${order.desc ? '-' : ''}${order.id}`);
  if (search !== '') params.set('q', search);
  return `${path}?${params.toString()}`;
}

/** The users whose e-mail contains `search`, in the server's order or that of a column, page by page. */
export function createUserListQuery(key: QueryKey, path: string, params: UserListParams) {
  return infiniteQueryOptions({
    queryKey: [...key, params.sorting, params.search],
    queryFn: ({ signal, pageParam }) => getPage(pageParam, adminUserView, signal),
    initialPageParam: buildListPath(path, params, { limit: String(pageSize) }),
    getNextPageParam: ({ next }) => next,
    // The previous rows stay until those in the new order are loaded.
    placeholderData: keepPreviousData,
  });
}

/** The first part of the key is the view's name. */
export const adminUsersQuery = (params: UserListParams) => ({
  ...createUserListQuery(['users'], userPaths.adminUsers, params),
  meta: { refreshRows: (queryClient: QueryClient, ids: string[]) => refreshUserRows(queryClient, params, ids) },
});

/** Loads only these users of a list, however many pages of it are loaded. */
async function refreshUserRows(queryClient: QueryClient, params: UserListParams, ids: string[]): Promise<void> {
  const { queryKey } = adminUsersQuery(params);
  const fresh = await queryClient.query({
    queryKey: ['user-rows', params, ids],
    queryFn: ({ signal }) =>
      getPage(buildListPath(userPaths.adminUsers, params, { ids: ids.join(',') }), adminUserView, signal),
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
export function patchUser<Input>(
  path: string,
  toBody: (input: Input) => object | undefined,
): Mutation<Input, AdminUserView> {
  return {
    send: (input) => sendAndParse(adminUserView, 'PATCH', path, toBody(input)),
    update: (queryClient, user) => {
      queryClient.setQueriesData<UserPages>({ queryKey: ['users'] }, (list) => list && replaceUser(list, user));
      return refreshUser(queryClient, user.id);
    },
  };
}
