import { useState } from 'react';
import { type ImportPreview, maxImportBytes } from '#domain/user/import.contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast, toastFailure } from '#web/lib/toast/toast.ts';
import { importUsers, previewImport } from './queries.ts';

const failure = 'Import failed';

/** Checks of a file before it is sent. */
function findFileProblem({ name, size }: File): string | null {
  if (!/\.(xlsx|xls|csv)$/i.test(name)) return 'Only .xlsx, .xls and .csv files can be imported';
  return size > maxImportBytes ? 'Files can be up to 2 MB. Split the file and import the parts.' : null;
}

/** Asks the server what an import of the file would do; errors of the file are in `failure`. */
export function useImportPreview(onPreview: (file: File, preview: ImportPreview) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { start, pending } = useUserAction(previewImport, {
    onSuccess: (preview, file) => onPreview(file, preview),
    onError: (error) => setProblem(error.message),
    errorTitle: failure,
  });
  return {
    pending,
    failure: problem,
    start: (file: File) => {
      setProblem(null);
      const fileProblem = findFileProblem(file);
      if (fileProblem === null) {
        start(file);
        return;
      }
      setProblem(fileProblem);
      toastFailure(failure, new Error(fileProblem));
    },
  };
}

/** Imports the file, and reports how many users were imported. */
export function useImport(onFinished: () => void) {
  return useUserAction(importUsers, {
    close: onFinished,
    onSuccess: ({ importedCount, skipped }) => {
      const left = skipped.length === 0 ? '' : `, ${skipped.length.toLocaleString('en-US')} skipped`;
      toast({ title: 'Import complete', description: `${importedCount.toLocaleString('en-US')} imported${left}` });
    },
    errorTitle: failure,
  });
}
