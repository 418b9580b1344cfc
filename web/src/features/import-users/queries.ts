import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import {
  importPaths,
  type ImportPreview,
  importPreview,
  importProgress,
  importResult,
} from '#domain/user/import.contract.ts';
import { ApiError, get, upload } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';

const pollIntervalMs = 500;

/** The progress of the import, as the server reports it. */
export const importProgressQuery = queryOptions({
  queryKey: ['import-progress'],
  queryFn: ({ signal }) => get(importPaths.progress, importProgress, signal),
  refetchInterval: pollIntervalMs,
  gcTime: 0,
});

/** Sends the file. A refusal without a message gets one. */
function sendFile<T>(answer: z.ZodType<T>, path: string, file: File): Promise<T> {
  toast({ title: 'Uploading spreadsheet...' });
  return upload(answer, path, file).catch((error: unknown) => {
    throw error instanceof ApiError && error.isBare ? new Error('Failed to import users', { cause: error }) : error;
  });
}

/** What an import of the file would do. */
export const previewImport: Mutation<File, ImportPreview> = {
  send: (file) => sendFile(importPreview, `${importPaths.users}?dryRun=1`, file),
};

export const importUsers: Mutation<File, z.infer<typeof importResult>> = {
  send: (file) => sendFile(importResult, importPaths.users, file),
  update: (queryClient) => queryClient.invalidateQueries({ queryKey: ['users'] }),
};
