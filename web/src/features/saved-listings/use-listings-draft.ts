import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminUserView, SavedListing } from '#domain/user/contract.ts';
import { useEditBasis } from '#web/lib/hooks/use-edit-basis.ts';
import { isSameListings, type ListingRow, toListings, toRows } from './listing-rows.ts';

/** The rows of a user's saved listings; edits are kept while the panel is closed. */
export function useListingsDraft({ id, recentListings: saved }: AdminUserView) {
  const queryClient = useQueryClient();
  const [draft] = useState(() => readDraft(queryClient, id));
  const [rows, setRows] = useState(() => draft?.rows ?? toRows(saved));
  const { editBasis, isChangedElsewhere, rebase } = useEditBasis(saved, {
    isSame: isSameListings,
    initialBasis: draft?.editBasis,
  });
  const isEdited = !isSameListings(toListings(rows), editBasis);
  const load = (latest = saved) => {
    setRows(toRows(latest));
    rebase(latest);
  };
  if (isChangedElsewhere && !isEdited) load();
  useEffect(() => storeDraft(queryClient, id, isEdited ? { editBasis, rows } : null));
  return { rows, setRows, editBasis, isEdited, load };
}

// Kept in the query cache, which is cleared when another user signs in.
type Draft = { editBasis: SavedListing[]; rows: ListingRow[] };
const getDraftKey = (userId: string) => ['listings-draft', userId];

function readDraft(queryClient: QueryClient, userId: string): Draft | undefined {
  return queryClient.getQueryData(getDraftKey(userId));
}

function storeDraft(queryClient: QueryClient, userId: string, draft: Draft | null): void {
  const queryKey = getDraftKey(userId);
  if (draft === null) {
    queryClient.removeQueries({ queryKey });
    return;
  }
  queryClient.setQueryDefaults(queryKey, { gcTime: Infinity });
  queryClient.setQueryData(queryKey, draft);
}
