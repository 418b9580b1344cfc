import { useId, useRef } from 'react';
import { MatchExplanationButton } from '#web/features/match-explanation/index.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { ListingEditorRow } from './listing-editor-row.tsx';
import { OrderButton } from './order-button.tsx';
import { EditConflictNotice } from './edit-conflict-notice.tsx';
import { SaveBar } from './save-bar.tsx';
import { useListingsEditor } from './use-listings-editor.ts';

/** The listings that admins save for a user: nothing changes for the user before a save. */
export function ListingsPanel({ user }: { user: AdminUserView }) {
  const panel = useRef<HTMLElement>(null);
  const listings = useListingsEditor(user, panel);
  const { draft, isSaving } = listings;
  const id = useId();
  return (
    <section ref={panel} aria-labelledby={`${id}-title ${id}-user`} className="grid max-w-5xl gap-4">
      <div className="flex">
        <MatchExplanationButton email={user.email} />
      </div>
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
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 id={`${id}-title`} className="text-base font-semibold">
              Listings Management
            </h3>
            <p id={`${id}-user`} className="text-sm break-words text-muted">
              {user.email}
            </p>
          </div>
          <OrderButton rows={draft.rows} reorder={listings.reorder} />
        </div>
        {draft.rows.length === 0 && <p className="text-muted">No listings.</p>}
        <ul role="list" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {draft.rows.map((row, index) => (
            <ListingEditorRow
              key={row.key}
              row={row}
              number={index + 1}
              problems={listings.problemsOf(row)}
              isSaving={isSaving}
              edit={(change) => listings.edit(row, change)}
              toggle={() => listings.toggle(row)}
              remove={() => listings.remove(row)}
            />
          ))}
        </ul>
        <div role="status" className="empty:hidden">
          {listings.isOvertaken && (
            <EditConflictNotice
              conflict={listings.conflict}
              loadTheirs={listings.discard}
              keepMine={listings.keepMine}
            />
          )}
        </div>
        <SaveBar listings={listings} />
      </form>
    </section>
  );
}
