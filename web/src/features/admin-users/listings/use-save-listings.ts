import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminPaths } from '#domain/user/admin.contract.ts';
import { adminUserView, type SavedListing } from '#domain/user/contract.ts';
import { useAction } from '#web/lib/action.ts';
import { ApiError, sendFor } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useUserChanged } from '../use-user-changed.ts';
import { type Draft, listingsOf } from './rows.ts';

/** Saves the rows of a user. `conflict` is what the server said where somebody else had saved others meanwhile. */
export function useSaveListings(userId: string, saved: (listings: SavedListing[]) => void) {
  const queryClient = useQueryClient();
  const changed = useUserChanged();
  const [conflict, setConflict] = useState<string | null>(null);
  const save = useAction({
    send: async (draft: Draft) => {
      const body = { recentListings: listingsOf(draft), expected: draft.basis };
      try {
        return await sendFor(adminUserView, 'PATCH', adminPaths.listings(userId), body);
      } catch (error) {
        // Who is asked to choose must have theirs to choose.
        if (isConflict(error)) await queryClient.invalidateQueries({ queryKey: ['users'] });
        throw error;
      }
    },
    done: (user) => {
      setConflict(null);
      saved(user.recentListings);
      toast({ title: 'Listings updated successfully' });
      void changed(user);
    },
    failed: (error) => setConflict(isConflict(error) ? error.message.replace(/^409: /, '') : null),
    failure: 'Update failed',
  });
  return { ...save, conflict, forget: () => setConflict(null) };
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}
