import { type RefObject, useState } from 'react';
import type { AdminUserView, SavedListing } from '#domain/user/contract.ts';
import { ApiError } from '#web/lib/api/api.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { type ListingProblems, findListingProblems } from './listing-problems.ts';
import {
  createEmptyRow,
  sortRows,
  findNeighbour,
  type RowOrder,
  restoreRow,
  type DraftRow,
  type DraftRowChange,
  type ListingsDraft,
  updateRow,
  removeRow,
} from './draft-rows.ts';
import { focusTargets, usePanelFocus } from './use-panel-focus.ts';
import { useListingsDraft } from './use-listings-draft.ts';
import { saveListingsDraft } from './queries.ts';

const noProblems: ListingProblems = {};

/** The rows of the panel and their actions; the focus is kept within `panel`. */
export function useListingsEditor(user: AdminUserView, panel: RefObject<HTMLElement | null>) {
  const { draft, edited, isOvertaken, change, load, keepMine } = useListingsDraft(user);
  const save = useSaveListings(user.id, load);
  // A row is validated once a save has reported its problems.
  const [checkedKeys, setCheckedKeys] = useState<ReadonlySet<string>>(new Set());
  const changeAndFocus = usePanelFocus(panel, save.pending);
  const problems = findListingProblems(draft.rows.filter(({ key }) => checkedKeys.has(key)));
  const conflict = save.findConflict(draft);
  return {
    draft,
    edited,
    isSaving: save.pending,
    isOvertaken: !save.pending && (isOvertaken || (edited && conflict !== null)),
    conflict,
    problemsOf: ({ key }: DraftRow) => problems.get(key) ?? noProblems,
    submit: () => {
      const newProblems = findListingProblems(draft.rows);
      setCheckedKeys(new Set(newProblems.keys()));
      if (newProblems.size === 0) {
        save.start(draft);
        return;
      }
      const rows = draft.rows.map((row) => (newProblems.has(row.key) ? { ...row, isOpen: true } : row));
      changeAndFocus(() => change({ ...draft, rows }), focusTargets.firstProblem);
    },
    add: () => {
      const row = createEmptyRow();
      changeAndFocus(() => change({ ...draft, rows: [...draft.rows, row] }), focusTargets.row(row.key));
    },
    edit: ({ key }: DraftRow, changes: DraftRowChange) => change(updateRow(draft, key, changes)),
    toggle: ({ key, isOpen }: DraftRow) =>
      changeAndFocus(() => change(updateRow(draft, key, { isOpen: !isOpen })), focusTargets.row(key)),
    remove: ({ key, timestamp }: DraftRow) => {
      const neighbour = findNeighbour(draft.rows, key);
      changeAndFocus(
        () => change(removeRow(draft, key)),
        neighbour ? focusTargets.row(neighbour.key) : focusTargets.bar,
      );
      toast({
        title: 'Listing deleted',
        description: timestamp === null ? '' : 'It will be permanently deleted when you save.',
      });
    },
    undo: () => {
      const row = draft.removed.at(-1)?.row;
      if (row) changeAndFocus(() => change(restoreRow(draft)), focusTargets.row(row.key));
    },
    reorder: (order: RowOrder) => change({ ...draft, rows: sortRows(draft.rows, order) }),
    discard: () => changeAndFocus(() => load(), focusTargets.bar),
    keepMine: () => changeAndFocus(keepMine, focusTargets.save),
  };
}

/** Saves the rows of a user. `findConflict` a draft is the server's message if another admin saved after it began. */
function useSaveListings(userId: string, onSaved: (listings: SavedListing[]) => void) {
  const [conflict, setConflict] = useState<{ basis: SavedListing[]; text: string } | null>(null);
  const save = useUserAction(saveListingsDraft(userId), {
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

export type ListingsEditor = ReturnType<typeof useListingsEditor>;
