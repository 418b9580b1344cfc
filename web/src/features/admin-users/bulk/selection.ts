import { createContext, useContext, useMemo, useState } from 'react';
import { maxBulkIds } from '#domain/shared/bulk.contract.ts';
import type { AdminUserView } from '#domain/user/contract.ts';

type SelectedUser = Pick<AdminUserView, 'id' | 'email'>;

/** The selected users by their ids, at most `maxBulkIds`. */
export type UserSelection = {
  selected: ReadonlyMap<string, SelectedUser>;
  isFull: boolean;
  /** The loaded users, whom the checkbox in the head selects. */
  loaded: readonly SelectedUser[];
  toggle: (user: SelectedUser) => void;
  replace: (users: readonly SelectedUser[]) => void;
};

const SelectionContext = createContext<UserSelection | null>(null);
export const SelectionProvider = SelectionContext.Provider;

export function useSelection(): UserSelection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('There is no selection of users here');
  return selection;
}

const none: UserSelection['selected'] = new Map();

/** A selection that ends when `listKey`, which tells the filters, changes. */
export function useUserSelection(listKey: string, loaded: readonly SelectedUser[]): UserSelection {
  const [selected, setSelected] = useState(none);
  const [lastKey, setLastKey] = useState(listKey);
  if (lastKey !== listKey) {
    setLastKey(listKey);
    setSelected(none);
  }
  return useMemo(
    () => ({
      selected,
      isFull: selected.size >= maxBulkIds,
      loaded,
      toggle: (user) => setSelected((former) => toggleUser(former, user)),
      replace: (users) => setSelected(limitSelection(users)),
    }),
    [selected, loaded],
  );
}

function limitSelection(users: readonly SelectedUser[]): UserSelection['selected'] {
  const distinct = new Map(users.map((user) => [user.id, user]));
  return new Map([...distinct].slice(0, maxBulkIds));
}

function toggleUser(selected: UserSelection['selected'], user: SelectedUser): UserSelection['selected'] {
  const next = new Map(selected);
  if (!next.delete(user.id) && next.size < maxBulkIds) next.set(user.id, user);
  return next;
}
