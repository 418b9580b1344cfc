import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminPaths } from '#domain/user/admin.contract.ts';
import { adminUserView, type SavedListing } from '#domain/user/contract.ts';
import { useAction } from '#web/lib/hooks/action.ts';
import { ApiError, sendFor } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { useUserChanged } from '../actions/use-user-changed.ts';
import { type Draft, listingsOf } from './rows.ts';

/** Saves the rows of a user. `conflictOf` a draft is what the server said where somebody else had saved others since. */
export function useSaveListings(userId: string, saved: (listings: SavedListing[]) => void) {
  const queryClient = useQueryClient();
  const changed = useUserChanged();
  const [conflict, setConflict] = useState<{ basis: SavedListing[]; text: string } | null>(null);
  const save = useAction({
    send: async (draft: Draft) => {
      const body = { recentListings: listingsOf(draft), expected: draft.basis };
      try {
        return await sendFor(adminUserView, 'PATCH', adminPaths.listings(userId), body);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          setConflict({ basis: draft.basis, text: error.message.replace(/^409: /, '') });
          // Who is asked to choose must have theirs to choose.
          await queryClient.invalidateQueries({ queryKey: ['users'] });
        }
        throw error;
      }
    },
    done: (user) => {
      saved(user.recentListings);
      toast({ title: 'Listings updated successfully' });
      void changed(user);
    },
    failure: 'Update failed',
  });
  return { ...save, conflictOf: ({ basis }: Draft) => (conflict?.basis === basis ? conflict.text : null) };
}
