export {
  adminUsersQuery,
  createUserListQuery,
  createUserMutation,
  refreshUser,
  type UserListParams,
} from './queries.ts';
export { MembershipStatusText } from './membership-status-text.tsx';
export { columnHelper, createTableColumn, type TableColumn, type UserRow } from './table-features.ts';
export { useUserList } from './use-user-list.ts';
export { UserList } from './user-list.tsx';
export { type UserColumn, userColumns } from './user-columns.tsx';
