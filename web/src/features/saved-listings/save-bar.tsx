import { maxSavedListings } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import type { ListingsEditor } from './use-listings-editor.ts';
import { formatCount } from '#web/lib/format.ts';

/** The actions for all rows of the panel, and a summary of the unsaved changes. */
export function SaveBar({ listings }: { listings: ListingsEditor }) {
  const { draft, edited, isSaving, add, undo, discard } = listings;
  const isFull = draft.rows.length >= maxSavedListings;
  const removed = draft.removed.length;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" disabled={isFull} onClick={add} data-add>
          Add Listing
        </Button>
        <Button type="submit" pending={isSaving && 'Saving…'}>
          Save Listings
        </Button>
        {edited && !isSaving && (
          <Button variant="secondary" onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
      {isFull && <p className="text-sm text-muted">At most {maxSavedListings} listings can be saved.</p>}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p role="status" className="text-muted">
          {edited &&
            (removed === 0
              ? 'Unsaved changes'
              : `Unsaved changes: ${formatCount(removed, 'listing is deleted', 'listings are deleted')} when you save.`)}
        </p>
        {removed > 0 && (
          <Button variant="secondary" size="small" disabled={isFull} onClick={undo}>
            Undo delete
          </Button>
        )}
      </div>
    </div>
  );
}
