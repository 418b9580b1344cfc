export { createUserListQuery, type UserListParams } from './queries.ts';
export { createTableColumn } from './table/table-features.ts';
export { useUserList } from './table/use-user-list.ts';
export { UserList } from './table/user-list.tsx';
export { userColumns } from './user-columns.tsx';
