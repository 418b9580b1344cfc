import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatPrice, formatTime } from '#web/lib/format.ts';
import { getHostName, toHttpUrl } from '#web/lib/http-url.ts';
import { ListingFields } from './listing-fields.tsx';
import type { ListingRow } from './listing-rows.ts';
import { PicturePreview } from './picture-preview.tsx';
import type { ListingsEditor } from './use-listings-editor.ts';

type ListingEditorRowProps = { row: ListingRow; index: number; listings: ListingsEditor };

/** One listing: a summary, or the fields to edit it. An unsaved one stays open. */
export function ListingEditorRow({ row, index, listings }: ListingEditorRowProps) {
  const name = `Listing ${index + 1}`;
  return (
    <li role="listitem" className="rounded-card border border-line bg-surface p-4 [overflow-anchor:none]">
      <div role="group" aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted">
            <span className="font-semibold text-text">{name}</span>
            {row.timestamp === null ? (
              <Badge tone="warm">Not saved yet</Badge>
            ) : (
              <time dateTime={row.timestamp}>{formatTime(row.timestamp)}</time>
            )}
          </p>
          <div className="-mr-2 ml-auto flex gap-1">
            {row.timestamp !== null && (
              <Button
                variant="quiet"
                size="small"
                aria-label={row.isOpen ? `Done editing ${name}` : `Edit ${name}`}
                {...(!row.isOpen && { 'data-start': true })}
                onClick={() => listings.toggle(index, !row.isOpen)}
              >
                {row.isOpen ? 'Done' : 'Edit'}
              </Button>
            )}
            <Button
              variant="quiet"
              size="small"
              aria-label={`Delete ${name}`}
              onClick={() => listings.remove(index, row)}
            >
              Delete
            </Button>
          </div>
        </div>
        <div className="flex flex-col gap-4 sm:flex-row">
          <PicturePreview address={row.imageUrl} />
          {row.isOpen ? <ListingFields row={row} index={index} listings={listings} /> : <ListingSummary row={row} />}
        </div>
      </div>
    </li>
  );
}

/** A saved listing that is not being edited. */
function ListingSummary({ row: { title, price, details, link } }: { row: ListingRow }) {
  const address = toHttpUrl(link);
  return (
    <div className="grid min-w-0 flex-1 content-start gap-1">
      <p className="font-semibold break-words">{title || getHostName(link) || 'Listing without a title'}</p>
      {price !== '' && <p className="font-semibold text-primary">{formatPrice(price)}</p>}
      {details !== '' && <p className="line-clamp-2 text-sm break-words text-muted">{details}</p>}
      {address !== '' && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="truncate rounded-sm text-sm font-medium text-primary underline underline-offset-2"
        >
          {address}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}
