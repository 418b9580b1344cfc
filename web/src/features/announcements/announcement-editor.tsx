import { useId, useState } from 'react';
import { maxAnnouncementLength } from '#domain/announcement/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field, controlClasses } from '#web/components/ui/form/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { useAnnouncementDraft } from './use-announcement-draft.ts';
import { publishAnnouncement } from './queries.ts';

type AnnouncementEditorProps = { published: string; mayEdit: boolean };

/** The message as HTML, with a preview beside it. */
export function AnnouncementEditor({ published, mayEdit }: AnnouncementEditorProps) {
  const draft = useAnnouncementDraft(published);
  const publish = useUserAction(publishAnnouncement, {
    onSuccess: ({ leftOutPictures = [] }) => {
      draft.discard();
      toast({ title: 'Announcement updated successfully', ...describeLeftOut(leftOutPictures) });
    },
    errorTitle: 'Update failed',
  });
  const [removing, setRemoving] = useState(false);
  const isEmpty = draft.text.trim() === '';
  const submit = () => (isEmpty ? setRemoving(true) : publish.start(draft.text));
  return (
    <form
      noValidate
      className="grid gap-6 lg:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid content-start gap-4">
        <MessageField text={draft.text} mayEdit={mayEdit} isBusy={publish.pending} edit={draft.edit} />
        {draft.isOvertaken && !publish.pending && <EditConflict keep={draft.keep} discard={draft.discard} />}
        {mayEdit && (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={!draft.isEdited} pending={publish.pending && 'Updating…'}>
              Update Announcement
            </Button>
            {draft.isEdited && !publish.pending && (
              <Button variant="secondary" onClick={draft.discard}>
                Discard changes
              </Button>
            )}
          </div>
        )}
      </div>
      <AnnouncementPreview html={draft.text} />
      {removing && (
        <ConfirmDialog
          title="Remove the announcement?"
          action="Remove it"
          close={() => setRemoving(false)}
          confirm={() => {
            setRemoving(false);
            publish.start('');
          }}
        >
          Members will see ‘No announcements at this time.’ right away.
        </ConfirmDialog>
      )}
    </form>
  );
}

function describeLeftOut(addresses: readonly string[]) {
  return addresses.length === 0 ? {} : { description: `Left out, as they couldn’t be loaded: ${addresses.join(', ')}` };
}

type MessageFieldProps = { text: string; mayEdit: boolean; isBusy: boolean; edit: (text: string) => void };

function MessageField({ text, mayEdit, isBusy, edit }: MessageFieldProps) {
  const noteId = useId();
  return (
    <div>
      <Field
        label="Message"
        hint={mayEdit && 'Basic HTML; images need https. Other tags are removed.'}
        control={(props) => (
          <textarea
            {...props}
            aria-describedby={mayEdit ? props['aria-describedby'] : noteId}
            value={text}
            readOnly={!mayEdit || isBusy}
            maxLength={maxAnnouncementLength}
            rows={7}
            spellCheck
            onChange={(event) => edit(event.target.value)}
            className={joinClasses(controlClasses, 'h-auto min-h-40 resize-y py-2.5 read-only:bg-sunken')}
          />
        )}
      />
      {!mayEdit && (
        <p id={noteId} className="mt-1.5 text-sm text-muted">
          Full admin privileges are required to change the announcement.
        </p>
      )}
    </div>
  );
}

function EditConflict({ keep, discard }: { keep: () => void; discard: () => void }) {
  return (
    <Notice>
      <p>Another admin has changed the announcement. Your text was kept and would replace theirs.</p>
      <div className="mt-1 flex gap-4">
        <button type="button" onClick={discard} className="min-h-6 rounded-sm font-semibold underline">
          Show theirs
        </button>
        <button type="button" onClick={keep} className="min-h-6 rounded-sm font-semibold underline">
          Keep mine
        </button>
      </div>
    </Notice>
  );
}
