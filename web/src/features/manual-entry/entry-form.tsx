import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { EntryFields } from './entry-fields.tsx';
import { ClassificationPreview } from './classification-preview.tsx';
import { type SubmittedEntry, outcomeTexts, useListingEntry } from './use-listing-entry.ts';

/** Adds a listing that an admin has found, with a preview of its classification. */
export function EntryForm() {
  const first = useRef<HTMLInputElement>(null);
  const { draft, problem, entry, pending, edit, submit } = useListingEntry(() => first.current?.focus());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1.7fr)_minmax(20rem,1fr)]">
      <form
        noValidate
        aria-label="Listing"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 self-start rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
      >
        <EntryFields draft={draft} problem={problem} readOnly={pending} edit={edit} first={first} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" pending={pending && 'Adding…'}>
            Add listing
          </Button>
          <div role="status" className="min-h-10 min-w-0 flex-1 basis-60 text-sm">
            {entry && !pending && <EntryResult entry={entry} />}
          </div>
        </div>
      </form>
      <ClassificationPreview draft={draft} />
    </div>
  );
}

function EntryResult({ entry: { title, outcome, reason } }: { entry: SubmittedEntry }) {
  return (
    <p className="break-words">
      <strong className="font-semibold">{outcomeTexts[outcome].title}:</strong> <bdi>{title}</bdi>.{' '}
      <span className="text-muted">{reason ?? outcomeTexts[outcome].text}</span>{' '}
      {outcome === 'review' && (
        <Link to="/admin/review" className="font-semibold text-primary underline underline-offset-4">
          Review Queue
        </Link>
      )}
    </p>
  );
}
