import { useState } from 'react';
import type { SavedListing } from '#domain/user/contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { ApiError } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { saveListings } from '../queries.ts';
import type { ListingsDraft } from './draft-rows.ts';

/** Saves the rows of a user. `findConflict` a draft is the server's message if another admin saved after it began. */
export function useSaveListings(userId: string, onSaved: (listings: SavedListing[]) => void) {
  const [conflict, setConflict] = useState<{ basis: SavedListing[]; text: string } | null>(null);
  const save = useUserAction(saveListings(userId), {
    onSuccess: (user) => {
      onSaved(user.recentListings);
      toast({ title: 'Listings updated successfully' });
    },
    onError: (error, { basis }) => {
      if (error instanceof ApiError && error.status === 409) setConflict({ basis, text: error.text });
    },
    errorTitle: 'Update failed',
  });
  return { ...save, findConflict: ({ basis }: ListingsDraft) => (conflict?.basis === basis ? conflict.text : null) };
}
