import { useInfiniteQuery } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import type { createUserListQuery, UserListParams } from './queries.ts';

const searchDebounceMs = 200;

type UserListQuery = (params: UserListParams) => ReturnType<typeof createUserListQuery>;

/** A list of users, loaded while scrolling; the server sorts and searches. */
export function useUserList(createQuery: UserListQuery, initialSorting: SortingState = []) {
  const [sorting, setSorting] = useState(initialSorting);
  const [search, setSearch] = useState('');
  const debouncedSearch = useDebouncedValue(useDeferredValue(search.trim()), searchDebounceMs);
  const query = useInfiniteQuery(createQuery({ sorting, search: debouncedSearch }));
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  const users = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  return { query, users, total: data?.pages.at(-1)?.total, sorting, setSorting, search, setSearch, loadMore };
}
