import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { DiscardDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { FilterForm } from '../filter-form.tsx';

type FilterSheetProps = {
  user: UserView;
  /** The name of the field that takes the focus. */
  field?: string | undefined;
  close: () => void;
  /** Content below the form. */
  children: ReactNode;
};

/** The filters in a sheet, for phones. It closes once they are saved; unsaved changes are not lost without a word. */
export function FilterSheet({ user, field, close, children }: FilterSheetProps) {
  const isEdited = useRef<() => boolean>(() => false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (field !== undefined) focusField(field);
  }, [field]);
  return (
    <>
      <Dialog
        title="Filter Preferences"
        placement="bottom"
        onClose={() => (isEdited.current() ? setAsking(true) : close())}
      >
        <p className="mb-5 text-sm text-pretty text-muted">We only send listings that match every filter.</p>
        <FilterForm user={user} showsAllFields sheet={{ isEdited, onSaved: close }} />
        {children}
      </Dialog>
      {isAsking && (
        <DiscardDialog close={() => setAsking(false)} confirm={close}>
          Your changes of the filters are not saved.
        </DiscardDialog>
      )}
    </>
  );
}
