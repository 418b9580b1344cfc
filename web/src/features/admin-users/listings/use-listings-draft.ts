import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminUserView, SavedListing } from '#domain/user/contract.ts';
import { type Draft, draftOf, followed, isEdited, sameListings } from './rows.ts';

/**
 * The rows of a user while they are edited. What somebody else saves meanwhile is shown where nothing was edited, and
 * told where something was: those edits stay, over a closing of the panel too.
 */
export function useListingsDraft({ id, recentListings }: AdminUserView) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => keptDraft(queryClient, id) ?? draftOf(recentListings));
  const [seen, setSeen] = useState(recentListings);
  const [theirs, setTheirs] = useState(recentListings);
  const edited = isEdited(draft);
  if (seen !== recentListings) {
    setSeen(recentListings);
    setTheirs(recentListings);
  } else if (!edited && !sameListings(draft.basis, theirs)) {
    setDraft(followed(draft, theirs));
  }
  useEffect(() => keepDraft(queryClient, id, edited ? draft : null), [queryClient, id, edited, draft]);
  return {
    draft,
    edited,
    /** Somebody else saved other listings since the edits began. */
    isOvertaken: edited && !sameListings(draft.basis, theirs),
    change: setDraft,
    /** Shows what is saved, in place of what was edited. */
    load: (saved: SavedListing[] = theirs) => {
      setTheirs(saved);
      setDraft(draftOf(saved));
    },
    /** From here on the edits are meant to replace what somebody else saved. */
    keepMine: () => setDraft({ ...draft, basis: theirs }),
  };
}

// In the cache of what was read: it is emptied when somebody else signs in.
const keyOf = (userId: string) => ['listings-draft', userId];

function keptDraft(queryClient: QueryClient, userId: string): Draft | undefined {
  return queryClient.getQueryData<Draft>(keyOf(userId));
}

function keepDraft(queryClient: QueryClient, userId: string, draft: Draft | null): void {
  const queryKey = keyOf(userId);
  if (draft === null) {
    queryClient.removeQueries({ queryKey });
    return;
  }
  queryClient.setQueryDefaults(queryKey, { gcTime: Infinity });
  queryClient.setQueryData(queryKey, draft);
}
