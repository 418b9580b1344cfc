import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminUserView, UserSort } from '#domain/user/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { SortIcon } from '#web/components/ui/icons.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatDate, formatDollars } from '#web/lib/format.ts';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { memberRowsQuery } from './queries.ts';

const searchDebounceMs = 200;
const notSetText = <span className="text-muted">Not set</span>;
const formatYesNo = (value: boolean) => (value ? 'Yes' : <span className="text-muted">No</span>);

const columns: { sort: UserSort; title: string; show: (user: AdminUserView) => ReactNode }[] = [
  { sort: 'email', title: 'Email', show: ({ email }) => <Email email={email} /> },
  {
    sort: 'maxPrice',
    title: 'Max Price',
    show: ({ maxPrice }) => (maxPrice === null ? notSetText : formatDollars(maxPrice)),
  },
  {
    sort: 'mileageRadius',
    title: 'Mileage Radius',
    show: ({ mileageRadius }) => (mileageRadius === null ? notSetText : `${mileageRadius} miles`),
  },
  { sort: 'zipCode', title: 'ZIP Code', show: ({ zipCode }) => zipCode ?? notSetText },
  {
    sort: 'isAdmin',
    title: 'Admin',
    show: ({ isAdmin = false, isHelperAdmin }) => (isHelperAdmin ? 'Helper' : formatYesNo(isAdmin)),
  },
  {
    sort: 'memberSince',
    title: 'Member Since',
    show: ({ memberSince }) => (memberSince === null ? notSetText : formatDate(memberSince)),
  },
  {
    sort: 'membershipStatus',
    title: 'Membership',
    show: ({ membershipStatus }) => (membershipStatus === 'active' ? 'Active' : 'Unconfirmed'),
  },
  ...optionalTypes.map(({ flag, heading }) => ({
    sort: flag,
    title: heading,
    show: ({ [flag]: isWanted }: AdminUserView) => formatYesNo(isWanted),
  })),
  {
    sort: 'notificationPreference',
    title: 'Notification',
    show: ({ notificationPreference }) => (notificationPreference === 'daily' ? 'Daily' : 'Immediate'),
  },
];

/** However long the content, the other columns stay visible. */
function Email({ email }: { email: string }) {
  return (
    <span title={email} className="block max-w-44 truncate sm:max-w-80">
      {email}
    </span>
  );
}

type MembersTableProps = { id: string; rebuild: () => unknown };

/** The users at that time, a page at a time. `rebuild` is called if the table no longer exists. */
export function MembersTable({ id, rebuild }: MembersTableProps) {
  const [sort, setSort] = useState('email');
  const [search, setSearch] = useState('');
  const debouncedSearch = useDebouncedValue(search.trim(), searchDebounceMs);
  const list = useInfiniteQuery(memberRowsQuery(id, { sort, search: debouncedSearch }));
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  if (isPending) return <Spinner label="Loading users" />;
  if (!data) return <ErrorView message={error.message} retry={() => Promise.all([rebuild(), refetch()])} />;
  const users = data.pages.flatMap(({ items }) => items);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="max-w-xs">
        <TextField
          label="Find a user"
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <MemberRows users={users} sort={sort} onSort={setSort} isWhole={!hasNextPage && !error && users.length > 0} />
      {users.length === 0 && (
        <p role="status" className="text-center text-muted">
          No user matches your search.
        </p>
      )}
      {error && <ErrorView message={error.message} retry={fetchNextPage} />}
      {hasNextPage && !error && (
        <div className="flex justify-center">
          <Button variant="secondary" pending={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
            Show more users
          </Button>
        </div>
      )}
    </div>
  );
}

type MemberRowsProps = {
  users: AdminUserView[];
  sort: string;
  onSort: (sort: string) => void;
  /** These rows open nothing below them. */
  isWhole: boolean;
};

function MemberRows({ users, sort, onSort, isWhole }: MemberRowsProps) {
  return (
    <div
      role="region"
      aria-label="Users then, scrollable"
      tabIndex={0}
      className={joinClasses(
        '-mx-5 max-h-[75dvh] overflow-auto border-t border-line sm:-mx-6',
        isWhole ? '-mb-5 rounded-b-card sm:-mb-6' : 'border-b',
      )}
    >
      <table className="w-full min-w-[66rem] border-separate border-spacing-0 text-left text-sm">
        <thead>
          <tr>
            {columns.map(({ sort: by, title }) => (
              <SortHead key={by} title={title} column={by} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              {columns.map(({ sort: by, show }) => (
                <td key={by} className="border-t border-line px-3 py-2.5 first:pl-5 sm:first:pl-6">
                  {show(user)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type SortHeadProps = { title: string; column: UserSort; sort: string; onSort: (sort: string) => void };

function SortHead({ title, column, sort, onSort }: SortHeadProps) {
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : null;
  return (
    <th
      scope="col"
      aria-sort={direction ?? 'none'}
      className="sticky top-0 bg-surface py-1 pr-1 pl-1 font-semibold text-muted first:pl-3 sm:first:pl-4"
    >
      <button
        type="button"
        onClick={() => onSort(direction === 'ascending' ? `-${column}` : column)}
        className="inline-flex min-h-11 items-center gap-0.5 rounded-lg px-2 text-left leading-tight hover:bg-sunken hover:text-text"
      >
        {title}
        <SortIcon direction={direction} className="size-3.5" />
      </button>
    </th>
  );
}
