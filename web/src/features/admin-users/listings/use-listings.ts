import { type RefObject, useState } from 'react';
import type { AdminUserView } from '#domain/user/contract.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { type Problems, problemsOf } from './problems.ts';
import {
  emptyRow,
  inOrder,
  neighbourOf,
  type Order,
  restored,
  type Row,
  type RowChange,
  withChange,
  without,
} from './rows.ts';
import { places, useFocus } from './use-focus.ts';
import { useListingsDraft } from './use-listings-draft.ts';
import { useSaveListings } from './use-save-listings.ts';

const none: Problems = {};

/** The rows of the panel, and all that is done with them; the focus goes along within `panel`. */
export function useListings(user: AdminUserView, panel: RefObject<HTMLElement | null>) {
  const { draft, edited, isOvertaken, change, load, keepMine } = useListingsDraft(user);
  const save = useSaveListings(user.id, load);
  // A row is held to the rules once a save has objected to it.
  const [objected, setObjected] = useState<ReadonlySet<string>>(new Set());
  const moveAfter = useFocus(panel, save.pending);
  const problems = problemsOf(draft.rows.filter(({ key }) => objected.has(key)));
  const conflict = save.conflictOf(draft);
  return {
    draft,
    edited,
    isSaving: save.pending,
    isOvertaken: !save.pending && (isOvertaken || (edited && conflict !== null)),
    conflict,
    problemsOf: ({ key }: Row) => problems.get(key) ?? none,
    submit: () => {
      const found = problemsOf(draft.rows);
      setObjected(new Set(found.keys()));
      if (found.size === 0) {
        save.start(draft);
        return;
      }
      const rows = draft.rows.map((row) => (found.has(row.key) ? { ...row, isOpen: true } : row));
      moveAfter(() => change({ ...draft, rows }), places.firstProblem);
    },
    add: () => {
      const row = emptyRow();
      moveAfter(() => change({ ...draft, rows: [...draft.rows, row] }), places.row(row.key));
    },
    edit: ({ key }: Row, changes: RowChange) => change(withChange(draft, key, changes)),
    toggle: ({ key, isOpen }: Row) =>
      moveAfter(() => change(withChange(draft, key, { isOpen: !isOpen })), places.row(key)),
    remove: ({ key, timestamp }: Row) => {
      const neighbour = neighbourOf(draft.rows, key);
      moveAfter(() => change(without(draft, key)), neighbour ? places.row(neighbour.key) : places.bar);
      toast({ title: 'Listing deleted', description: timestamp === null ? '' : 'It is gone for good once you save.' });
    },
    undo: () => {
      const row = draft.removed.at(-1)?.row;
      if (row) moveAfter(() => change(restored(draft)), places.row(row.key));
    },
    reorder: (order: Order) => change({ ...draft, rows: inOrder(draft.rows, order) }),
    discard: () => moveAfter(() => load(), places.bar),
    keepMine: () => moveAfter(keepMine, places.save),
  };
}

export type Listings = ReturnType<typeof useListings>;
