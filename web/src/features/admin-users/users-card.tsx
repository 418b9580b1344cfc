import { useInfiniteQuery } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { formatUserCount } from '#web/lib/format.ts';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { createUserColumns } from './table/columns.tsx';
import { SearchField } from './table/search-field.tsx';
import { adminUsersQuery } from './queries.ts';
import { UsersTable } from './table/users-table.tsx';

const searchDebounceMs = 200;

/** All users, loaded while scrolling; the server sorts and searches. */
export function UsersCard({ viewer }: { viewer: UserView }) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const [search, setSearch] = useState('');
  const debouncedSearch = useDebouncedValue(useDeferredValue(search.trim()), searchDebounceMs);
  const list = useInfiniteQuery(adminUsersQuery({ sorting, search: debouncedSearch }));
  const users = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const columns = useMemo(() => createUserColumns(viewer), [viewer]);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const total = list.data?.pages.at(-1)?.total;
  return (
    <Card
      title="Users"
      aside={total !== undefined && <span className="text-sm text-muted">{formatUserCount(total)}</span>}
    >
      <SearchField value={search} onChange={setSearch} />
      {list.isPending && (
        // As tall as many users, so that the content below does not move when they load.
        <div className="-mb-5 min-h-[min(42rem,75dvh)] sm:-mb-6">
          <Spinner label="Loading users" />
        </div>
      )}
      {list.error && <ErrorView message={list.error.message} retry={list.data ? fetchNextPage : list.refetch} />}
      {total !== undefined && (
        <UsersTable
          users={users}
          total={total}
          columns={columns}
          sorting={sorting}
          onSorting={setSorting}
          onEnd={loadMore}
        />
      )}
      {total === 0 && (
        <p role="status" className="pt-5 text-center text-muted">
          No user matches your search.
        </p>
      )}
    </Card>
  );
}
