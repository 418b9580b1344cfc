import { useEffect, useState } from 'react';
import type { AdminUserView, SavedListing } from '#domain/user/contract.ts';
import { useDraft } from '#web/lib/hooks/use-draft.ts';
import { useEditBasis } from '#web/lib/hooks/use-edit-basis.ts';
import { isSameListings, type ListingRow, renewKeys, toListings, toRows } from './listing-rows.ts';

type Draft = { editBasis: SavedListing[]; rows: ListingRow[] };

/** The rows of a user's saved listings; edits are kept while the panel is closed. */
export function useListingsDraft({ id, recentListings: saved }: AdminUserView) {
  const [draft, setDraft] = useDraft<Draft>(`listings ${id}`);
  const [rows, setRows] = useState(() => (draft ? renewKeys(draft.rows) : toRows(saved)));
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
  useEffect(() => setDraft(isEdited ? { editBasis, rows } : null), [setDraft, isEdited, editBasis, rows]);
  return { rows, setRows, editBasis, isEdited, load };
}
