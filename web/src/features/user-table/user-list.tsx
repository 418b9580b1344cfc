import { ErrorView } from '#web/components/error-view.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { controlClasses } from '#web/components/ui/form/field.tsx';
import { SearchIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import type { useUserList } from './use-user-list.ts';
import { UsersTable, type UsersTableProps } from './users-table.tsx';

type UserListProps = Pick<UsersTableProps, 'label' | 'columns' | 'renderPanel'> & {
  list: ReturnType<typeof useUserList>;
  /** Tries to load the list again. */
  retry?: () => unknown;
};

/** Finds and sorts users, and shows them in a table. */
export function UserList({ list, retry, ...table }: UserListProps) {
  const { query, users, total, sorting, setSorting, search, setSearch, loadMore } = list;
  return (
    <>
      <SearchField value={search} onChange={setSearch} />
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
        <UsersTable {...table} users={users} total={total} sorting={sorting} onSorting={setSorting} onEnd={loadMore} />
      )}
      {total === 0 && (
        <p role="status" className="pt-5 text-center text-muted">
          No users match your search.
        </p>
      )}
    </>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative mb-4 max-w-xs">
      <SearchIcon className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted" />
      <input
        type="search"
        aria-label="Search by email or ZIP"
        placeholder="Search by email or ZIP"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={joinClasses(controlClasses, 'pl-10 [&::-webkit-search-cancel-button]:appearance-none')}
      />
    </div>
  );
}
