import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { adminUserView, userPaths } from '#domain/user/contract.ts';
import { getPage } from '#web/lib/api/api.ts';

const pageSize = 200;

/**
 * The users whose e-mail contains `search`, in the server's order or that of a column, page by page; the first part of
 * the key is the view's name.
 */
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
    // The previous rows stay until those in the new order are loaded.
    placeholderData: keepPreviousData,
  });
}
