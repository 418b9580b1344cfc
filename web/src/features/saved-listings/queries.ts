import { userEndpoints } from '#domain/user/admin.contract.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { createUserMutation, refreshUser } from '#web/features/user-table/index.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { type ListingsDraft, toListings } from './draft-rows.ts';

export const saveListingsDraft = (id: string): Mutation<ListingsDraft, AdminUserView> => ({
  ...createUserMutation((draft: ListingsDraft) =>
    call(userEndpoints.saveListings, {
      params: { id },
      body: { recentListings: toListings(draft), expected: draft.basis },
    }),
  ),
  // Another admin may have saved others: the user chooses between the two.
  recover: (queryClient) => refreshUser(queryClient, id),
});
