import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { markListing } from './queries.ts';

/** The member's own note about a listing. */
export function ListingNote({ id, note }: { id: string; note: string }) {
  const [typed, setTyped] = useState(note);
  const save = useUserAction(markListing(id), {
    errorTitle: 'Note not saved',
    onSuccess: () => toast({ title: 'Note saved' }),
  });
  const isChanged = typed.trim() !== note;
  return (
    <form
      className="grid justify-items-start gap-3 [&>*:first-child]:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) save.start({ note: typed });
      }}
    >
      <TextArea
        label="Your note"
        hint="Only you see it."
        maxLength={2000}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="secondary" size="small" disabled={!isChanged} pending={save.pending && 'Saving…'}>
        Save note
      </Button>
    </form>
  );
}
