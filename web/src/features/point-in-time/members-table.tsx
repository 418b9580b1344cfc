import { createTableColumn, userColumns, UserList, useUserList } from '#web/features/user-table/index.ts';
import { memberRowsQuery } from './queries.ts';

const columns = userColumns.map((column) => createTableColumn(column));
const byEmail = [{ id: 'email', desc: false }];

type MembersTableProps = { id: string; rebuild: () => unknown };

/** The users at that time. `rebuild` is called if the table no longer exists. */
export function MembersTable({ id, rebuild }: MembersTableProps) {
  const list = useUserList((params) => memberRowsQuery(id, params), byEmail);
  const retry = () => Promise.all([rebuild(), list.query.refetch()]);
  return <UserList list={list} label="Users at this point" columns={columns} retry={retry} />;
}
