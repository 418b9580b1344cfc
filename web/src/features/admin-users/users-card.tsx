import { useMemo } from 'react';
import type { AdminUserView, UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { formatUserCount } from '#web/lib/format.ts';
import { ListingsPanel } from './listings/listings-panel.tsx';
import { adminUsersQuery } from './queries.ts';
import { createUserColumns } from './table/columns.tsx';
import { useUserList } from './table/use-user-list.ts';
import { UserList } from './table/user-list.tsx';

/** All users, each with the listings that admins save for them. */
export function UsersCard({ viewer }: { viewer: UserView }) {
  const list = useUserList(adminUsersQuery);
  const columns = useMemo(() => createUserColumns(viewer), [viewer]);
  const { total } = list;
  return (
    <Card
      title="Users"
      aside={total !== undefined && <span className="text-sm text-muted">{formatUserCount(total)}</span>}
    >
      <UserList list={list} label="Users" columns={columns} renderPanel={renderListings} />
    </Card>
  );
}

function renderListings(user: AdminUserView) {
  return <ListingsPanel user={user} />;
}
