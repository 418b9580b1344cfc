import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';

type EditConflictNoticeProps = { conflict: string | null; loadTheirs: () => void; keepMine: () => void };

/** Another admin saved different listings during the edits: asks which of the two versions to keep. */
export function EditConflictNotice({ conflict, loadTheirs, keepMine }: EditConflictNoticeProps) {
  return (
    <Notice>
      <p>{conflict ?? 'Another admin has saved these listings. Your changes were kept here.'}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={loadTheirs}>
          Load theirs
        </Button>
        <Button variant="secondary" size="small" onClick={keepMine}>
          Keep mine
        </Button>
      </div>
      <p className="mt-2">Load their version to discard your changes, or save yours to overwrite theirs.</p>
    </Notice>
  );
}
