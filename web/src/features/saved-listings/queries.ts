import { adminPaths } from '#domain/user/admin.contract.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { patchUser, refreshUser } from '#web/features/user-table/index.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { type ListingsDraft, toListings } from './draft-rows.ts';

export const saveListings = (userId: string): Mutation<ListingsDraft, AdminUserView> => ({
  ...patchUser(adminPaths.listings(userId), (draft: ListingsDraft) => ({
    recentListings: toListings(draft),
    expected: draft.basis,
  })),
  // Another admin may have saved others: the user chooses between the two.
  recover: (queryClient) => refreshUser(queryClient, userId),
});
