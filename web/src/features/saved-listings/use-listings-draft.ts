import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminUserView, SavedListing } from '#domain/user/contract.ts';
import { type ListingsDraft, createDraft, mergeSavedListings, isEdited, isSameListings } from './draft-rows.ts';

/**
 * The rows of a user while they are edited. What another admin saves is applied if nothing was edited, and
 * reported otherwise: the edits are kept, even when the panel is closed.
 */
export function useListingsDraft({ id, recentListings }: AdminUserView) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => readDraft(queryClient, id) ?? createDraft(recentListings));
  const [lastListings, setLastListings] = useState(recentListings);
  const [latestSaved, setLatestSaved] = useState(recentListings);
  const edited = isEdited(draft);
  if (lastListings !== recentListings) {
    setLastListings(recentListings);
    setLatestSaved(recentListings);
  } else if (!edited && !isSameListings(draft.basis, latestSaved)) {
    setDraft(mergeSavedListings(draft, latestSaved));
  }
  useEffect(() => storeDraft(queryClient, id, edited ? draft : null), [queryClient, id, edited, draft]);
  return {
    draft,
    edited,
    /** Another admin saved different listings after the edits began. */
    isOvertaken: edited && !isSameListings(draft.basis, latestSaved),
    change: setDraft,
    /** Replaces the edits by the saved listings. */
    load: (saved: SavedListing[] = latestSaved) => {
      setLatestSaved(saved);
      setDraft(createDraft(saved));
    },
    /** From here on the edits are meant to overwrite what another admin saved. */
    keepMine: () => setDraft({ ...draft, basis: latestSaved }),
  };
}

// Kept in the query cache, which is cleared when another user signs in.
const getDraftKey = (userId: string) => ['listings-draft', userId];

function readDraft(queryClient: QueryClient, userId: string): ListingsDraft | undefined {
  return queryClient.getQueryData<ListingsDraft>(getDraftKey(userId));
}

function storeDraft(queryClient: QueryClient, userId: string, draft: ListingsDraft | null): void {
  const queryKey = getDraftKey(userId);
  if (draft === null) {
    queryClient.removeQueries({ queryKey });
    return;
  }
  queryClient.setQueryDefaults(queryKey, { gcTime: Infinity });
  queryClient.setQueryData(queryKey, draft);
}
