import { ErrorView } from '#web/components/error-view.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import type { useUserList } from './use-user-list.ts';
import { UsersTable, type UsersTableProps } from './users-table.tsx';

type UserListProps = Pick<UsersTableProps, 'label' | 'columns' | 'renderPanel'> & {
  list: ReturnType<typeof useUserList>;
  /** Tries to load the list again. */
  retry?: () => unknown;
};

/** Sorts users, and shows them in a table. */
export function UserList({ list, retry, ...table }: UserListProps) {
  const { query, users, total, sorting, setSorting, filters, loadMore } = list;
  return (
    <>
      {query.isPending && (
        // As tall as many users, so that the content below does not move when they load.
        <div className="-mb-5 min-h-[min(42rem,75dvh)] sm:-mb-6">
          <Spinner label="Loading users" />
        </div>
      )}
      {query.error && (
        <ErrorView message={query.error.message} retry={query.data ? query.fetchNextPage : (retry ?? query.refetch)} />
      )}
      {total !== undefined && (
        <UsersTable
          {...table}
          listKey={JSON.stringify([sorting, filters])}
          users={users}
          total={total}
          sorting={sorting}
          onSorting={setSorting}
          onEnd={loadMore}
        />
      )}
      {total === 0 && (
        <p role="status" className="pt-5 text-center text-muted">
          No users match your search.
        </p>
      )}
    </>
  );
}
