import { useCallback, useMemo } from 'react';
import type { AdminUserView, UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { MatchExplanationButton } from '#web/features/match-explanation/index.ts';
import { ListingsPanel } from '#web/features/saved-listings/index.ts';
import { adminUsersQuery, parseUserFilters, UserList, useUserList } from '#web/features/user-table/index.ts';
import { removeAll, useFilters } from '#web/lib/use-filters.ts';
import { formatCount } from '#web/lib/format.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { SelectionProvider, useUserSelection } from './bulk/selection.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { createUserColumns } from './columns.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { UserFilterBar } from './user-filter-bar.tsx';

/** All users, each with the listings that admins save for them; the page's address has the filters. */
export function UsersCard({ viewer }: { viewer: UserView }) {
  const parse = useCallback((search: Record<string, unknown>) => parseUserFilters(search, viewer), [viewer]);
  const [filters, change] = useFilters(parse);
  const list = useUserList({ createQuery: adminUsersQuery, filters });
  const selection = useUserSelection(JSON.stringify(filters), list.users);
  const columns = useMemo(() => createUserColumns(viewer), [viewer]);
  const { visible, ...choice } = useColumnChoice(columns);
  const { total } = list;
  return (
    <Card
      title="Users"
      aside={
        <span className="flex items-center gap-3 text-sm text-muted">
          {list.isFiltered && (
            <Button variant="quiet" size="small" className="-my-1" onClick={() => change(removeAll(filters))}>
              Clear filters
            </Button>
          )}
          {total !== undefined && <span>{formatCount(total, 'user')}</span>}
        </span>
      }
    >
      <UserFilterBar filters={filters} isFull={viewer.isAdmin} onChange={change} />
      <SelectionProvider value={selection}>
        <div className="mb-4 flex min-h-9 items-center justify-between gap-2">
          <BulkBar isFullAdmin={viewer.isAdmin} />
          <ColumnsMenu {...choice} />
        </div>
        <UserList list={list} label="Users" columns={visible} renderPanel={renderListings} />
      </SelectionProvider>
    </Card>
  );
}

function renderListings(user: AdminUserView) {
  return (
    <div className="grid justify-items-start gap-4">
      <MatchExplanationButton email={user.email} />
      <ListingsPanel user={user} />
    </div>
  );
}
