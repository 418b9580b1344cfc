import type { ListingMarks } from '#domain/listing/marks.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { markListing } from './queries.ts';
import { StatusSelect } from './status-select.tsx';

type MarkButtonsProps = { listing: { id: string; title: string; marks: ListingMarks } };

/** Saves and hides a listing, takes that back, and sets its status. */
export function MarkButtons({ listing: { id, title, marks } }: MarkButtonsProps) {
  const { saved, hidden } = marks;
  const mark = useUserAction(markListing(id), {
    errorTitle: 'Change failed',
    onSuccess: (_marks, { hidden: hides }) => {
      if (hides === true) toast({ title: 'Listing hidden', description: 'To see it again, choose Show: Hidden.' });
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      <StatusSelect listing={{ id, title, marks }} />
      <Button
        variant="secondary"
        size="small"
        aria-pressed={saved}
        aria-label={`Save ${title}`}
        pending={mark.pending && 'Saving…'}
        onClick={() => mark.start({ saved: !saved })}
      >
        {saved ? 'Saved' : 'Save'}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={hidden ? `Show ${title} again` : `Hide ${title}`}
        disabled={mark.pending}
        onClick={() => mark.start({ hidden: !hidden })}
      >
        {hidden ? 'Show again' : 'Hide'}
      </Button>
    </div>
  );
}
