import { type ReactNode, useEffect, useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { DiscardDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { FilterFormProvider, useFilterFormContext } from '../filter-form-provider.tsx';
import { isSameFilters } from '../filter-values.ts';
import { SearchList } from '../searches/search-list.tsx';
import { useOpenSearch } from '../searches/use-open-search.ts';

type FilterSheetProps = {
  user: UserView;
  /** The name of the field that takes the focus. */
  field?: string | undefined;
  close: () => void;
  /** Content below the form. */
  children: ReactNode;
};

/** The filters in a sheet, for phones. It closes once they are saved; unsaved changes are not lost without a word. */
export function FilterSheet({ user, ...sheet }: FilterSheetProps) {
  return (
    <FilterFormProvider user={user} showsAllFields onSaved={sheet.close}>
      <SheetDialog {...sheet} />
    </FilterFormProvider>
  );
}

function SheetDialog({ field, close, children }: Omit<FilterSheetProps, 'user'>) {
  const { user, form, saved, revert } = useFilterFormContext();
  const openSearch = useOpenSearch();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (field !== undefined) focusField(field);
  }, [field]);
  // Read from the form itself: what was typed last may not be rendered yet.
  const isEdited = () => !isSameFilters(form.getValues(), saved);
  return (
    <>
      <Dialog title="Filter Preferences" placement="bottom" onClose={() => (isEdited() ? setAsking(true) : close())}>
        <p className="mb-5 text-sm text-pretty text-muted">We only send listings that match every filter.</p>
        <SearchList user={user} open={openSearch} isInSheet />
        {children}
      </Dialog>
      {isAsking && (
        <DiscardDialog
          close={() => setAsking(false)}
          confirm={() => {
            revert();
            close();
          }}
        >
          Your changes of the filters are not saved.
        </DiscardDialog>
      )}
    </>
  );
}
