import { useMemo, useState } from 'react';
import { maxBulkIds } from '#domain/shared/bulk.contract.ts';
import { type UserBulkAction, userBulkActions } from '#domain/user/admin.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SelectedUsersExport } from '#web/features/exports/index.ts';
import { useReturnFocus } from '#web/lib/focus/use-return-focus.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { bulkActions } from './bulk-actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { useSelection } from './selection.ts';

const helperActions: UserBulkAction[] = ['clear-request'];

const floatingClasses =
  'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:p-3 max-lg:shadow-float';

/** What can be done with the selected users. On small screens it is over the end of the page. */
export function BulkBar({ isFullAdmin }: { isFullAdmin: boolean }) {
  const { selected, isFull, replace } = useSelection();
  const [asking, setAsking] = useState<UserBulkAction | null>(null);
  const count = selected.size;
  const returnFocus = useReturnFocus(count > 0);
  return (
    <div
      role="group"
      aria-label="Selected users"
      className={joinClasses('flex flex-wrap items-center gap-2', count > 0 && floatingClasses)}
    >
      <p ref={returnFocus} tabIndex={-1} role="status" className="mr-1 text-sm text-muted tabular-nums">
        {count === 0 ? `Select up to ${maxBulkIds} users` : `${count} selected`}
        {isFull && ' (the most at once)'}
      </p>
      {count > 0 && (
        <>
          <Button variant="quiet" size="small" onClick={() => replace([])}>
            Clear selection
          </Button>
          <SelectedExport />
          {(isFullAdmin ? userBulkActions : helperActions).map((action) => (
            <Button key={action} variant="secondary" size="small" onClick={() => setAsking(action)}>
              {bulkActions[action].label}
            </Button>
          ))}
        </>
      )}
      {asking !== null && <BulkDialog action={asking} close={() => setAsking(null)} />}
    </div>
  );
}

function SelectedExport() {
  const { selected } = useSelection();
  const ids = useMemo(() => [...selected.keys()], [selected]);
  return <SelectedUsersExport ids={ids} />;
}
