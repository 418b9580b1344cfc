import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminPaths } from '#domain/user/admin.contract.ts';
import { adminUserView, type SavedListing } from '#domain/user/contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { ApiError, sendAndParse } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useUpdateCachedUser } from '../actions/use-update-cached-user.ts';
import { type ListingsDraft, toListings } from './draft-rows.ts';

/** Saves the rows of a user. `findConflict` a draft is the server's message if another admin saved after it began. */
export function useSaveListings(userId: string, onSaved: (listings: SavedListing[]) => void) {
  const queryClient = useQueryClient();
  const updateCachedUser = useUpdateCachedUser();
  const [conflict, setConflict] = useState<{ basis: SavedListing[]; text: string } | null>(null);
  const save = useUserAction({
    send: async (draft: ListingsDraft) => {
      const body = { recentListings: toListings(draft), expected: draft.basis };
      try {
        return await sendAndParse(adminUserView, 'PATCH', adminPaths.listings(userId), body);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          setConflict({ basis: draft.basis, text: error.message.replace(/^409: /, '') });
          // Loads the other admin's version, so that the user can choose it.
          await queryClient.invalidateQueries({ queryKey: ['users'] });
        }
        throw error;
      }
    },
    onSuccess: (user) => {
      onSaved(user.recentListings);
      toast({ title: 'Listings updated successfully' });
      void updateCachedUser(user);
    },
    errorTitle: 'Update failed',
  });
  return { ...save, findConflict: ({ basis }: ListingsDraft) => (conflict?.basis === basis ? conflict.text : null) };
}
