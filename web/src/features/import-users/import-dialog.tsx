import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImportPreview } from '#domain/user/import.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { formatCount } from '#web/lib/format.ts';
import { FileDrop } from './file-drop.tsx';
import { focusParagraph, ImportPreviewSummary } from './import-preview-summary.tsx';
import { useImport, useImportPreview } from './use-import.ts';
import { importProgressQuery, pollIntervalMs } from './queries.ts';

type PreviewedFile = { file: File; preview: ImportPreview };

/** Three steps: choose a file, preview, and import. */
export function ImportDialog({ close }: { close: () => void }) {
  const [previewed, setPreviewed] = useState<PreviewedFile | null>(null);
  const look = useImportPreview((file, preview) => setPreviewed({ file, preview }));
  const work = useImport(close);
  // Also one that was started before the page was left.
  const { data: running } = useQuery(importProgressQuery);
  const isImporting = work.pending || Boolean(running);
  return (
    <Dialog title="Import Users" onClose={() => look.pending || close()}>
      {isImporting ? (
        <ImportProgressBar />
      ) : previewed ? (
        <ImportPreviewSummary name={previewed.file.name} preview={previewed.preview} />
      ) : (
        <FileDrop pending={look.pending} choose={look.start} failure={look.failure} />
      )}
      <div className="mt-6 flex flex-wrap-reverse justify-end gap-3">
        {previewed && !isImporting && (
          <Button variant="secondary" onClick={() => setPreviewed(null)}>
            Choose another file
          </Button>
        )}
        <Button variant="secondary" disabled={look.pending} onClick={close}>
          {isImporting ? 'Close' : 'Cancel'}
        </Button>
        {previewed && !isImporting && previewed.preview.importedCount > 0 && (
          <Button onClick={() => work.start(previewed.file)}>
            Import {formatCount(previewed.preview.importedCount, 'user')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The progress of the import, as the server reports it. */
function ImportProgressBar() {
  const { data } = useQuery({ ...importProgressQuery, refetchInterval: pollIntervalMs });
  const value = data && data.total > 0 ? data.done / data.total : undefined;
  return (
    <div className="mt-4 grid gap-2">
      <progress aria-label="Import" value={value} className="h-2 w-full accent-primary" />
      <p className="text-sm text-muted tabular-nums">
        {data ? `${data.done.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} rows` : 'Importing…'}
      </p>
      <p ref={focusParagraph} tabIndex={-1} className="text-sm outline-hidden">
        You can leave this page. The import continues, and you can follow it here.
      </p>
    </div>
  );
}
