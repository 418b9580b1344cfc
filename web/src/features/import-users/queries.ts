import { queryOptions } from '@tanstack/react-query';
import { importEndpoints, type ImportPreview, type ImportResult } from '#domain/user/import.contract.ts';
import { ApiError, call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { dismissToast, toast } from '#web/lib/toast/toast.ts';

export const pollIntervalMs = 500;

/** The progress of the user's own import, as the server reports it; polled while one is running. */
export const importProgressQuery = queryOptions({
  queryKey: ['import-progress'],
  queryFn: ({ signal }) => call(importEndpoints.getImportProgress, { signal }),
  refetchInterval: ({ state }) => (state.data ? pollIntervalMs : false),
  gcTime: 0,
});

/** Sends the file. A refusal without a message gets one. */
function sendFile(body: File, query: { dryRun?: true } = {}): Promise<ImportResult> {
  const uploading = toast({ title: 'Uploading spreadsheet...' });
  return call(importEndpoints.importUsers, { query, body })
    .catch((error: unknown) => {
      throw error instanceof ApiError && error.isBare ? new Error('Failed to import users', { cause: error }) : error;
    })
    .finally(() => dismissToast(uploading));
}

/** What an import of the file would do. */
export const previewImport: Mutation<File, ImportPreview> = {
  // A dry run tells new users from updated ones.
  send: (file) => sendFile(file, { dryRun: true }) as Promise<ImportPreview>,
};

export const importUsers: Mutation<File, ImportResult> = {
  send: (file) => sendFile(file),
  update: (queryClient) => queryClient.invalidateQueries({ queryKey: ['users'] }),
};
