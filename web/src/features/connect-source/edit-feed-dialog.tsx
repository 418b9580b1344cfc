import type { SourceView } from '#domain/source/contract.ts';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { FeedForm } from './feed-form.tsx';

/** Changes a feed that was saved on this page. */
export function EditFeedDialog({ source, close }: { source: SourceView; close: () => void }) {
  return (
    <Dialog title={`Edit ${source.id}`} placement="wide" onClose={close}>
      <div className="mt-4">
        <FeedForm saved={source} onSaved={close} onCancel={close} />
      </div>
    </Dialog>
  );
}
