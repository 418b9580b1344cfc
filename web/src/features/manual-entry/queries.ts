import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type ManualEntryOutcome,
  manualEntryOutcome,
  manualEntryPath,
  manualEntryPreview,
} from '#domain/listing/manual-entry.contract.ts';
import { sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { type EntryDraft, toEntryBody } from './draft.ts';

/** How the scout would classify the draft; only a title or details tell. */
export function entryPreviewQuery(draft: EntryDraft) {
  // Incomplete addresses are invalid, and the rules do not read them.
  const body = toEntryBody({ ...draft, link: '', imageUrl: '' });
  return queryOptions({
    queryKey: ['entry-preview', body],
    queryFn: () => sendAndParse(manualEntryPreview, 'POST', `${manualEntryPath}?dryRun=1`, body),
    enabled: body.title !== undefined || body.details !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export const addListing: Mutation<EntryDraft, ManualEntryOutcome> = {
  send: (draft) => sendAndParse(manualEntryOutcome, 'POST', manualEntryPath, toEntryBody(draft)),
};
