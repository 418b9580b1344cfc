import { useState } from 'react';
import { type AdminNote, adminNoteBody, maxNoteLength } from '#domain/user-details/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import { formatTime } from '#web/lib/format.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { addNote, removeNote } from './queries.ts';

/** The admins' own notes about a user. */
export function NotesCard({ userId, notes }: { userId: string; notes: AdminNote[] }) {
  return (
    <Card title="Notes" description="Only admins see them. They are erased with the account.">
      <NoteForm userId={userId} />
      <ul role="list" className="mt-4 divide-y divide-line empty:hidden">
        {notes.map((note) => (
          <NoteRow key={note.id} userId={userId} note={note} />
        ))}
      </ul>
    </Card>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = useUserAction(addNote(userId), {
    onSuccess: () => setText(''),
    errorTitle: 'Note not saved',
  });
  const submit = () => {
    const { data, error } = adminNoteBody.safeParse({ text });
    setProblem(error?.issues[0]?.message);
    if (data) add.start(data.text);
  };
  return (
    <form
      noValidate
      className="grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="w-full">
        <TextArea
          label="New note"
          maxLength={maxNoteLength}
          value={text}
          error={problem}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit" size="small" pending={add.pending && 'Saving…'}>
        Add Note
      </Button>
    </form>
  );
}

function NoteRow({ userId, note: { id, text, at, author } }: { userId: string; note: AdminNote }) {
  const remove = useUserAction(removeNote(userId, id), {
    onSuccess: () => toast({ title: 'Note removed' }),
    errorTitle: 'Note not removed',
  });
  return (
    <li className="grid gap-1 py-3 text-sm last:pb-0">
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="wrap-anywhere text-muted">
          {author ?? 'A deleted user'}, <time dateTime={at}>{formatTime(at)}</time>
        </p>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Remove the note of ${formatTime(at)}`}
          pending={remove.pending && 'Removing…'}
          onClick={() => remove.start()}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
