import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  importPaths,
  type ImportPreview,
  importPreview,
  importResult,
  largestImport,
} from '#domain/user/import.contract.ts';
import { useAction } from '#web/lib/action.ts';
import { upload } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';

const failure = 'Import failed';

/** What can be said of a file before it is sent. */
function refusalOf({ name, size }: File): string | null {
  if (!/\.(xlsx|xls|csv)$/i.test(name)) return 'Only .xlsx, .xls and .csv files can be imported';
  return size > largestImport ? 'A file of at most 2 MB can be imported. Split it, and import its parts.' : null;
}

/** Asks the server what an import of a file would do; what is wrong with the file stands in `failure`. */
export function useLook(done: (file: File, preview: ImportPreview) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const { start, pending } = useAction({
    send: (file: File) => upload(importPreview, `${importPaths.users}?dryRun=1`, file),
    done: (preview, file) => done(file, preview),
    failed: (error) => setProblem(error.message),
    failure,
  });
  return {
    pending,
    failure: problem,
    start: (file: File) => {
      setProblem(null);
      const refused = refusalOf(file);
      if (refused !== null) {
        setProblem(refused);
        return;
      }
      toast({ title: 'Uploading spreadsheet...' });
      start(file);
    },
  };
}

/** Imports the file, and says how many users that were. */
export function useImport(finished: () => void) {
  const queryClient = useQueryClient();
  return useAction({
    // It closes whatever the answer: a toast would be out of reach behind it.
    send: (file: File) => {
      toast({ title: 'Uploading spreadsheet...' });
      return upload(importResult, importPaths.users, file).finally(finished);
    },
    done: ({ importedCount, skipped }) => {
      const left = skipped.length === 0 ? '' : `, ${skipped.length.toLocaleString('en-US')} skipped`;
      toast({ title: 'Import complete', description: `${importedCount.toLocaleString('en-US')} imported${left}` });
      return queryClient.invalidateQueries({ queryKey: ['users'] });
    },
    failure,
  });
}
