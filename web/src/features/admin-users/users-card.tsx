import { useMemo } from 'react';
import type { AdminUserView, UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { ListingsPanel } from '#web/features/saved-listings/index.ts';
import { adminUsersQuery, UserList, useUserList } from '#web/features/user-table/index.ts';
import { formatCount } from '#web/lib/format.ts';
import { createUserColumns } from './columns.tsx';

/** All users, each with the listings that admins save for them. */
export function UsersCard({ viewer }: { viewer: UserView }) {
  const list = useUserList(adminUsersQuery);
  const columns = useMemo(() => createUserColumns(viewer), [viewer]);
  const { total } = list;
  return (
    <Card
      title="Users"
      aside={total !== undefined && <span className="text-sm text-muted">{formatCount(total, 'user')}</span>}
    >
      <UserList list={list} label="Users" columns={columns} renderPanel={renderListings} />
    </Card>
  );
}

function renderListings(user: AdminUserView) {
  return <ListingsPanel user={user} />;
}
