import { maxBulkIds } from '#domain/shared/bulk.contract.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import { useSelection } from './selection.ts';

export function SelectUser({ user: { id, email } }: { user: AdminUserView }) {
  const { selected, isFull, toggle } = useSelection();
  const isSelected = selected.has(id);
  return (
    <Checkbox
      label={`Select ${email}`}
      isLabelHidden
      checked={isSelected}
      disabled={isFull && !isSelected}
      onChange={() => toggle({ id, email })}
    />
  );
}

/** Selects as many of the loaded users as a selection can have, or none. */
export function SelectLoadedUsers() {
  const { selected, isFull, loaded, replace } = useSelection();
  const isAll = isFull || (loaded.length > 0 && loaded.every(({ id }) => selected.has(id)));
  return (
    <span className="-ml-2 inline-flex align-middle">
      <Checkbox
        label={`Select all loaded users, at most ${maxBulkIds}`}
        isLabelHidden
        checked={isAll}
        ref={(element) => {
          if (element) element.indeterminate = !isAll && selected.size > 0;
        }}
        disabled={loaded.length === 0}
        onChange={() => replace(isAll ? [] : [...selected.values(), ...loaded])}
      />
    </span>
  );
}
