import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import {
  importPaths,
  type ImportPreview,
  importPreview,
  importResult,
  maxImportBytes,
} from '#domain/user/import.contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { ApiError, upload } from '#web/lib/api/api.ts';
import { toast, toastFailure } from '#web/lib/toast/toast.ts';

const failure = 'Import failed';

/** Sends the file. A refusal without a message gets one. */
function sendFile<T>(answer: z.ZodType<T>, path: string, file: File): Promise<T> {
  toast({ title: 'Uploading spreadsheet...' });
  return upload(answer, path, file).catch((error: unknown) => {
    throw error instanceof ApiError && error.isBare ? new Error('Failed to import users', { cause: error }) : error;
  });
}

/** Checks of a file before it is sent. */
function findFileProblem({ name, size }: File): string | null {
  if (!/\.(xlsx|xls|csv)$/i.test(name)) return 'Only .xlsx, .xls and .csv files can be imported';
  return size > maxImportBytes ? 'A file of at most 2 MB can be imported. Split it, and import its parts.' : null;
}

/** Asks the server what an import of the file would do; errors of the file are in `failure`. */
export function useImportPreview(onPreview: (file: File, preview: ImportPreview) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { start, pending } = useUserAction({
    send: (file: File) => sendFile(importPreview, `${importPaths.users}?dryRun=1`, file),
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
  const queryClient = useQueryClient();
  return useUserAction({
    send: (file: File) => sendFile(importResult, importPaths.users, file).finally(onFinished),
    onSuccess: ({ importedCount, skipped }) => {
      const left = skipped.length === 0 ? '' : `, ${skipped.length.toLocaleString('en-US')} skipped`;
      toast({ title: 'Import complete', description: `${importedCount.toLocaleString('en-US')} imported${left}` });
      return queryClient.invalidateQueries({ queryKey: ['users'] });
    },
    errorTitle: failure,
  });
}
