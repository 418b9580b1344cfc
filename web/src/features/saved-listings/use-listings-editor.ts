import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { userEndpoints } from '#domain/user/admin.contract.ts';
import type { AdminUserView, SavedListing } from '#domain/user/contract.ts';
import { createUserMutation, refreshUser } from '#web/features/user-table/index.ts';
import { ApiError, call } from '#web/lib/api/api.ts';
import { type Mutation, useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import {
  createEmptyRow,
  type EditedListing,
  findListingProblems,
  type ListingRow,
  toListings,
} from './listing-rows.ts';
import { useListingsDraft } from './use-listings-draft.ts';

/** The title of an open row, else its Edit button. */
const rowStart = '[data-start]';
const firstAction = '[data-add]:enabled, [type=submit]';

/** The rows of the panel and their actions; the focus is kept within `panel`. */
export function useListingsEditor(user: AdminUserView, panel: RefObject<HTMLElement | null>) {
  const { rows, setRows, editBasis, isEdited, load } = useListingsDraft(user);
  const save = useSaveListings(user.id, load);
  const focus = (selector: string, index = 0) => panel.current?.querySelectorAll<HTMLElement>(selector)[index]?.focus();
  const edit = (index: number, change: Partial<ListingRow>) =>
    setRows((before) => before.map((row, at) => (at === index ? { ...row, ...change } : row)));
  useFocusAfterSave(save.pending, () => focus(firstAction));
  return {
    rows,
    isEdited,
    problems: findListingProblems(rows),
    isSaving: save.pending,
    conflict: isEdited && !save.pending && save.conflict?.editBasis === editBasis ? save.conflict.text : null,
    submit: () => {
      const isInvalid = findListingProblems(rows).map((problems) => Object.keys(problems).length > 0);
      flushSync(() =>
        setRows(rows.map((row, index) => (isInvalid[index] ? { ...row, isOpen: true, isValidated: true } : row))),
      );
      if (isInvalid.includes(true)) focus('[aria-invalid=true]');
      else save.start({ recentListings: toListings(rows), expected: editBasis });
    },
    add: () => {
      flushSync(() => setRows([...rows, createEmptyRow()]));
      focus(rowStart, rows.length);
    },
    edit,
    toggle: (index: number, isOpen: boolean) => {
      flushSync(() => edit(index, { isOpen }));
      focus(rowStart, index);
    },
    remove: (index: number, { timestamp }: ListingRow) => {
      flushSync(() => setRows(rows.toSpliced(index, 1)));
      if (rows.length === 1) focus(firstAction);
      else focus(rowStart, Math.min(index, rows.length - 2));
      toast({
        title: 'Listing deleted',
        description: timestamp === null ? '' : 'It will be permanently deleted when you save.',
      });
    },
    discard: () => {
      flushSync(() => load());
      focus(firstAction);
    },
  };
}

/** The focused field is removed once it is saved. */
function useFocusAfterSave(isSaving: boolean, focus: () => void): void {
  const wasSaving = useRef(false);
  useEffect(() => {
    if (wasSaving.current && !isSaving && document.activeElement === document.body) focus();
    wasSaving.current = isSaving;
  });
}

type SaveInput = { recentListings: EditedListing[]; expected: SavedListing[] };

const saveListings = (id: string): Mutation<SaveInput, AdminUserView> => ({
  ...createUserMutation((body: SaveInput) => call(userEndpoints.saveListings, { params: { id }, body })),
  // Another admin may have saved others: the user can load them.
  recover: (queryClient) => refreshUser(queryClient, id),
});

/** `conflict` is the server's message if another admin saved after the edits of `editBasis` began. */
function useSaveListings(userId: string, onSaved: (listings: SavedListing[]) => void) {
  const [conflict, setConflict] = useState<{ editBasis: SavedListing[]; text: string } | null>(null);
  const save = useUserAction(saveListings(userId), {
    onSuccess: ({ recentListings }) => {
      onSaved(recentListings);
      toast({ title: 'Listings updated successfully' });
    },
    onError: (error, { expected }) =>
      setConflict(error instanceof ApiError && error.status === 409 ? { editBasis: expected, text: error.text } : null),
    errorTitle: 'Update failed',
  });
  return { ...save, conflict };
}

export type ListingsEditor = ReturnType<typeof useListingsEditor>;
