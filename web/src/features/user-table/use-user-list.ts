import { useInfiniteQuery } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import type { UserFilters } from './filters.ts';
import type { createUserListQuery, UserListParams } from './queries.ts';

type UserListQuery = (params: UserListParams) => ReturnType<typeof createUserListQuery>;
type UserListOptions = { createQuery: UserListQuery; filters: UserFilters; initialSorting?: SortingState };

/** A list of users, loaded while scrolling; the server sorts and filters. */
export function useUserList({ createQuery, filters, initialSorting = [] }: UserListOptions) {
  const [sorting, setSorting] = useState(initialSorting);
  const query = useInfiniteQuery(createQuery({ sorting, filters }));
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  const users = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const isFiltered = Object.keys(filters).length > 0;
  return { query, users, total: data?.pages.at(-1)?.total, sorting, setSorting, filters, isFiltered, loadMore };
}
