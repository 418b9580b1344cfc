import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { adminUserView, userPaths } from '#domain/user/contract.ts';
import { getPage } from '#web/lib/api/api.ts';

const pageSize = 200;

/** The users, in the server's own order or in that of a column, whose e-mail contains `search`, page after page; the first word of the key is the view's name. */
export function adminUsersQuery({ sorting, search }: { sorting: SortingState; search: string }) {
  const params = new URLSearchParams({ limit: String(pageSize) });
  const [order] = sorting;
  if (order) params.set('sort', `${order.desc ? '-' : ''}${order.id}`);
  if (search !== '') params.set('q', search);
  return infiniteQueryOptions({
    queryKey: ['users', sorting, search],
    queryFn: ({ signal, pageParam }) => getPage(pageParam, adminUserView, signal),
    initialPageParam: `${userPaths.adminUsers}?${params.toString()}`,
    getNextPageParam: ({ next }) => next,
    // The rows stand until those in the new order are there.
    placeholderData: keepPreviousData,
  });
}
