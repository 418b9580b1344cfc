export {
  adminUsersQuery,
  createUserListQuery,
  createUserMutation,
  refreshUser,
  listAllUsers,
  listUsersById,
  type UserListParams,
} from './queries.ts';
export { MembershipStatusText } from './membership-status-text.tsx';
export { columnHelper, createTableColumn, type TableColumn, type UserRow } from './table-features.ts';
export { parseUserFilters, type UserFilters } from './filters.ts';
export { UserSearchField } from './user-search-field.tsx';
export { useUserList } from './use-user-list.ts';
export { UserList } from './user-list.tsx';
export { type UserColumn, userColumns } from './user-columns.tsx';
