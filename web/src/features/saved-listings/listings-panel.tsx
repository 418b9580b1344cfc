import { useId, useRef, useState } from 'react';
import { type AdminUserView, maxSavedListings } from '#domain/user/contract.ts';
import { EditConflictNotice } from '#web/components/edit-conflict-notice.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { DiscardDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { ListingEditorRow } from './listing-editor-row.tsx';
import { type ListingsEditor, useListingsEditor } from './use-listings-editor.ts';

/** The listings that admins save for a user: nothing changes for the user before a save. */
export function ListingsPanel({ user }: { user: AdminUserView }) {
  const panel = useRef<HTMLElement>(null);
  const listings = useListingsEditor(user, panel);
  const [isAsking, setAsking] = useState(false);
  const { rows, isSaving, conflict } = listings;
  const id = useId();
  return (
    <section ref={panel} aria-labelledby={`${id}-title ${id}-user`} className="grid max-w-5xl gap-4">
      <form
        noValidate
        // A focused element must not scroll below the table's sticky header.
        className="grid grid-cols-[minmax(0,1fr)] gap-4 [&_:is(a,button,input,textarea)]:scroll-my-24"
        // During a save the buttons do nothing, but are not disabled: a disabled one would lose the focus.
        onClickCapture={(event) => isSaving && event.stopPropagation()}
        onSubmit={(event) => {
          event.preventDefault();
          listings.submit();
        }}
      >
        <div className="min-w-0">
          <h3 id={`${id}-title`} className="text-base font-semibold">
            Listings Management
          </h3>
          <p id={`${id}-user`} className="text-sm break-words text-muted">
            {user.email}
          </p>
        </div>
        {rows.length === 0 && <p className="text-muted">No listings.</p>}
        <ul role="list" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {rows.map((row, index) => (
            <ListingEditorRow key={row.key} row={row} index={index} listings={listings} />
          ))}
        </ul>
        <div role="status" className="empty:hidden">
          {conflict !== null && (
            <EditConflictNotice actions={{ Reload: () => setAsking(true) }}>{conflict}</EditConflictNotice>
          )}
        </div>
        <SaveBar listings={listings} discard={() => setAsking(true)} />
      </form>
      {isAsking && (
        <DiscardDialog
          close={() => setAsking(false)}
          confirm={() => {
            setAsking(false);
            listings.discard();
          }}
        >
          Your changes to these listings are not saved.
        </DiscardDialog>
      )}
    </section>
  );
}

/** The actions for all rows of the panel. */
function SaveBar({ listings, discard }: { listings: ListingsEditor; discard: () => void }) {
  const { rows, isEdited, isSaving, add } = listings;
  const isFull = rows.length >= maxSavedListings;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" disabled={isFull} onClick={add} data-add>
          Add Listing
        </Button>
        <Button type="submit" pending={isSaving && 'Saving…'}>
          Save Listings
        </Button>
        {isEdited && !isSaving && (
          <Button variant="secondary" onClick={discard}>
            Discard changes
          </Button>
        )}
        <p role="status" className="text-sm text-muted">
          {isEdited && 'Unsaved changes'}
        </p>
      </div>
      {isFull && <p className="text-sm text-muted">At most {maxSavedListings} listings can be saved.</p>}
    </div>
  );
}
