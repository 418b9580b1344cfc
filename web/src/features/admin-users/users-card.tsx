import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { usersQuery } from '#web/lib/views.ts';
import { columnsFor } from './columns.tsx';
import { SearchField } from './search-field.tsx';
import { nextSort, type Sort, sorted } from './sort.ts';
import { UsersTable } from './users-table.tsx';

export function UsersCard({ viewer }: { viewer: { isAdmin: boolean } }) {
  const { data: users, isPending, error, refetch } = useQuery(usersQuery);
  return (
    <Card title="Users" aside={users && <span className="text-sm text-muted">{countOf(users.length)}</span>}>
      {isPending && <Spinner label="Loading users" />}
      {error && !users && <ErrorView message={error.message} retry={refetch} />}
      {users && <SortedUsers users={users} isAdmin={viewer.isAdmin} />}
    </Card>
  );
}

function SortedUsers({ users, isAdmin }: { users: AdminUserView[]; isAdmin: boolean }) {
  const [sort, setSort] = useState<Sort | null>(null);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const columns = useMemo(() => columnsFor({ isAdmin }), [isAdmin]);
  const rows = useMemo(() => {
    const found = wanted === '' ? users : users.filter(({ email }) => email.toLowerCase().includes(wanted));
    const column = columns.find(({ title }) => title === sort?.column);
    return sort && column ? sorted(found, column.value, sort.direction) : found;
  }, [users, wanted, columns, sort]);
  return (
    <>
      <SearchField value={search} onChange={setSearch} />
      <UsersTable users={rows} columns={columns} sort={sort} onSort={(title) => setSort(nextSort(sort, title))} />
      {rows.length === 0 && (
        <p role="status" className="pt-5 text-center text-muted">
          No user matches your search.
        </p>
      )}
    </>
  );
}

function countOf(users: number): string {
  return users === 1 ? '1 user' : `${users.toLocaleString('en-US')} users`;
}
