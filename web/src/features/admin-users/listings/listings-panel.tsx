import type { AdminUserView } from '#domain/user/contract.ts';

export function ListingsPanel({ user }: { user: AdminUserView }) {
  return <p>{user.recentListings.length}</p>;
}
