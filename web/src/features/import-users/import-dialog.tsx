import { useState } from 'react';
import type { ImportPreview } from '#domain/user/import.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { formatUsers } from '#web/lib/format.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportProgress } from './import-progress.tsx';
import { PreviewOf } from './preview.tsx';
import { useImport, useLook } from './use-import.ts';

type Looked = { file: File; preview: ImportPreview };

/** Three steps: a file, what will happen, and that it is happening. */
export function ImportDialog({ close }: { close: () => void }) {
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = useLook((file, preview) => setLooked({ file, preview }));
  const work = useImport(close);
  const isBusy = look.pending || work.pending;
  return (
    <Dialog title="Import Users" onClose={() => isBusy || close()}>
      {work.pending ? (
        <ImportProgress />
      ) : looked ? (
        <PreviewOf name={looked.file.name} preview={looked.preview} />
      ) : (
        <FileDrop pending={look.pending} choose={look.start} failure={look.failure} />
      )}
      <div className="mt-6 flex flex-wrap-reverse justify-end gap-3">
        {looked && !work.pending && (
          <Button variant="secondary" onClick={() => setLooked(null)}>
            Choose another file
          </Button>
        )}
        <Button variant="secondary" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        {looked && looked.preview.importedCount > 0 && (
          <Button pending={work.pending && 'Importing…'} onClick={() => work.start(looked.file)}>
            Import {formatUsers(looked.preview.importedCount)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
