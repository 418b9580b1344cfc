import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import { useDraft } from '#web/lib/hooks/use-draft.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { markListing } from '../queries.ts';

const saveDelayMs = 1000;

/** The member's own note about a listing, which saves itself. */
export function ListingNote({ id, note }: { id: string; note: string }) {
  const { text, edit, state, saveNow } = useSavedNote(id, note);
  return (
    <div className={joinClasses('grid gap-1.5', text === '' && 'print:hidden')}>
      <div className="print:hidden">
        <TextArea
          label="Your note"
          hint="Only you see it."
          maxLength={2000}
          value={text}
          onChange={({ target }) => edit(target.value)}
          onBlur={saveNow}
        />
      </div>
      <p className="hidden break-words whitespace-pre-line print:block">
        <b>Your note:</b> {text}
      </p>
      <p role="status" className="flex min-h-9 items-center gap-3 text-sm text-muted print:hidden">
        {stateTexts[state]}
        {state === 'failed' && (
          <Button variant="secondary" size="small" onClick={saveNow}>
            Try again
          </Button>
        )}
      </p>
    </div>
  );
}

const stateTexts = { idle: '', unsaved: 'Saving…', saved: 'Note saved', failed: 'Note not saved.' };

/** Saves a second after the last key, and when the page is left. What could not be saved stays as a draft. */
function useSavedNote(id: string, note: string) {
  const [draft, setDraft] = useDraft<string>(`note ${id}`);
  const [typed, setTyped] = useState(draft ?? note);
  const [state, setState] = useState<keyof typeof stateTexts>(draft === null ? 'idle' : 'unsaved');
  const current = useRef(draft);
  const edit = (text: string | null) => {
    current.current = text;
    setDraft(text);
    setState(text === null ? 'saved' : 'unsaved');
  };
  const { start, pending } = useUserAction(markListing(id), {
    errorTitle: 'Note not saved',
    onSuccess: (_marks, sent) => sent.note === current.current && edit(null),
    onError: () => setState('failed'),
  });
  const save = () => {
    if (current.current === null) return;
    setState('unsaved');
    start({ note: current.current });
  };
  const leave = useRef(save);
  useEffect(() => {
    leave.current = save;
  });
  useEffect(() => () => leave.current(), []);
  useEffect(() => {
    if (state !== 'unsaved' || pending) return;
    const timer = setTimeout(() => leave.current(), saveDelayMs);
    return () => clearTimeout(timer);
  }, [draft, state, pending]);
  return {
    // What was typed keeps its spaces; what was saved elsewhere replaces it.
    text: draft ?? (pending || typed.trim() === note ? typed : note),
    edit: (text: string) => {
      setTyped(text);
      edit(text);
    },
    state,
    saveNow: save,
  };
}
