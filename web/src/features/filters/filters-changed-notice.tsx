import { Notice } from '#web/components/ui/notice.tsx';

type FiltersChangedNoticeProps = { edited: boolean; onDismiss: () => void; revert: () => void };

/** Reports that the saved filters changed elsewhere, and what happened to the edits in this form. */
export function FiltersChangedNotice({ edited, onDismiss, revert }: FiltersChangedNoticeProps) {
  return (
    <Notice>
      <p>
        Your saved preferences were changed elsewhere.{' '}
        {edited ? 'Your unsaved edits were kept.' : 'They are shown here.'}
      </p>
      <button
        type="button"
        onClick={edited ? revert : onDismiss}
        className="mt-1 min-h-6 rounded-sm font-semibold underline underline-offset-2"
      >
        {edited ? 'Load saved preferences' : 'OK'}
      </button>
    </Notice>
  );
}
