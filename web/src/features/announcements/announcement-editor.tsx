import { useDeferredValue, useId, useState } from 'react';
import { maxAnnouncementLength } from '#domain/announcement/contract.ts';
import { AnnouncementMessage } from '#web/components/announcement-message.tsx';
import { EditConflictNotice } from '#web/components/edit-conflict-notice.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field, controlClasses } from '#web/components/ui/form/field.tsx';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { useDraft } from '#web/lib/hooks/use-draft.ts';
import { useEditBasis } from '#web/lib/hooks/use-edit-basis.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { describeAudience } from './audience.ts';
import { publishAnnouncement } from './queries.ts';

type AnnouncementEditorProps = { published: string; mayEdit: boolean; userCount: number | undefined };

/** The message as HTML, with a preview beside it. */
export function AnnouncementEditor({ published, mayEdit, userCount }: AnnouncementEditorProps) {
  const draft = useAnnouncementDraft(published);
  const publish = useUserAction(publishAnnouncement, {
    onSuccess: ({ leftOutPictures = [] }) => {
      draft.discard();
      toast({ title: 'Announcement updated successfully', ...describeLeftOut(leftOutPictures) });
    },
    errorTitle: 'Update failed',
  });
  const [isConfirming, setConfirming] = useState(false);
  const text = draft.text.trim() === '' ? '' : draft.text;
  return (
    <form
      noValidate
      className="grid gap-6 lg:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
      }}
    >
      <div className="grid content-start gap-4">
        <MessageField text={draft.text} mayEdit={mayEdit} isBusy={publish.pending} edit={draft.edit} />
        {draft.isChangedElsewhere && !publish.pending && (
          <EditConflictNotice actions={{ 'Show theirs': draft.discard, 'Keep mine': draft.keep }}>
            Another admin has changed the announcement. Your text was kept and would replace theirs.
          </EditConflictNotice>
        )}
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
      {isConfirming && (
        <ConfirmDialog
          {...(text === '' ? removal : describePublishing(userCount))}
          close={() => setConfirming(false)}
          confirm={() => {
            setConfirming(false);
            publish.start(text);
          }}
        />
      )}
    </form>
  );
}

const removal = {
  title: 'Remove the announcement?',
  action: 'Remove it',
  children: 'Members will see ‘No announcements at this time.’ right away.',
};

function describePublishing(userCount: number | undefined) {
  const children = `It appears right away ${describeAudience(userCount)}`;
  return { title: 'Publish the announcement?', action: 'Publish', children };
}

/** The text as edited; what another admin publishes replaces it only where nothing was edited. */
function useAnnouncementDraft(published: string) {
  const [draft, setDraft] = useDraft<string>('announcement');
  const isEdited = draft !== null && draft !== published;
  const { isChangedElsewhere, rebase } = useEditBasis(published, { follows: !isEdited });
  return {
    text: draft ?? published,
    isEdited,
    isChangedElsewhere,
    edit: setDraft,
    discard: () => setDraft(null),
    keep: () => rebase(),
  };
}

function describeLeftOut(addresses: readonly string[]) {
  return addresses.length === 0 ? {} : { description: `Left out, as they couldn’t be loaded: ${addresses.join(', ')}` };
}

type MessageFieldProps = { text: string; mayEdit: boolean; isBusy: boolean; edit: (text: string) => void };

function MessageField({ text, mayEdit, isBusy, edit }: MessageFieldProps) {
  const noteId = useId();
  return (
    <div>
      <Field label="Message" hint={mayEdit && 'Basic HTML; images need https. Other tags are removed.'}>
        {(props) => (
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
      </Field>
      {!mayEdit && (
        <p id={noteId} className="mt-1.5 text-sm text-muted">
          Full admin privileges are required to change the announcement.
        </p>
      )}
    </div>
  );
}

/** The message as members will see it. */
function AnnouncementPreview({ html }: { html: string }) {
  const deferredHtml = useDeferredValue(html);
  return (
    <section aria-label="Preview" className="min-w-0">
      <h3 className="mb-1.5 text-sm font-semibold">What members will see</h3>
      <div className="min-h-40 rounded-control border border-dashed border-control p-4">
        <AnnouncementMessage html={deferredHtml} />
      </div>
      {/<img[^>]+https:/i.test(deferredHtml) && (
        <p className="mt-1.5 text-sm text-muted">New pictures appear here once you publish.</p>
      )}
    </section>
  );
}
