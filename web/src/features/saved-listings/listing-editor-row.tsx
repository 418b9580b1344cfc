import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatTime } from '#web/lib/format.ts';
import { ListingFields } from './listing-fields.tsx';
import { ListingSummary } from './listing-summary.tsx';
import { PicturePreview } from './picture-preview.tsx';
import type { ListingProblems } from './listing-problems.ts';
import type { DraftRow, DraftRowChange } from './draft-rows.ts';

type ListingEditorRowProps = {
  row: DraftRow;
  /** Its position in the list, counted from 1. */
  number: number;
  problems: ListingProblems;
  isSaving: boolean;
  edit: (change: DraftRowChange) => void;
  toggle: () => void;
  remove: () => void;
};

/** One listing: a summary, or the fields to edit it. An unsaved one stays open. */
export function ListingEditorRow({ row, number, problems, isSaving, edit, toggle, remove }: ListingEditorRowProps) {
  const name = `Listing ${number}`;
  return (
    <li
      role="listitem"
      data-row={row.key}
      className="rounded-card border border-line bg-surface p-4 [overflow-anchor:none]"
    >
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
          <RowActions row={row} name={name} toggle={toggle} remove={remove} />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row">
          <PicturePreview address={row.imageUrl} />
          {row.isOpen ? (
            <ListingFields row={row} problems={problems} isSaving={isSaving} edit={edit} />
          ) : (
            <ListingSummary row={row} />
          )}
        </div>
      </div>
    </li>
  );
}

type RowActionsProps = Pick<ListingEditorRowProps, 'row' | 'toggle' | 'remove'> & { name: string };

function RowActions({ row, name, toggle, remove }: RowActionsProps) {
  return (
    <div className="-mr-2 ml-auto flex gap-1">
      {row.timestamp !== null && (
        <Button
          variant="quiet"
          size="small"
          aria-label={row.isOpen ? `Done editing ${name}` : `Edit ${name}`}
          {...(!row.isOpen && { 'data-start': true })}
          onClick={toggle}
        >
          {row.isOpen ? 'Done' : 'Edit'}
        </Button>
      )}
      <Button variant="quiet" size="small" aria-label={`Delete ${name}`} onClick={remove}>
        Delete
      </Button>
    </div>
  );
}
