import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  manualEntryEndpoints,
  type ManualEntryOutcome,
  type ManualEntryPreview,
} from '#domain/listing/manual-entry.contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { type EntryDraft, toEntryBody } from './draft.ts';

const recountMs = 2_000;

/** How the scout would classify the draft; only a title or details tell. */
export function entryPreviewQuery(draft: EntryDraft) {
  // Incomplete addresses are invalid, and the rules do not read them.
  const body = toEntryBody({ ...draft, link: '', imageUrl: '' });
  return queryOptions({
    queryKey: ['entry-preview', body],
    // A dry run has an answer of its own.
    queryFn: () =>
      call(manualEntryEndpoints.enterListing, { query: { dryRun: true }, body }) as Promise<ManualEntryPreview>,
    enabled: body.title !== undefined || body.details !== undefined,
    placeholderData: keepPreviousData,
    // The members are being read.
    refetchInterval: ({ state: { data } }) => data?.verdict === 'match' && data.alertCount === null && recountMs,
    gcTime: 0,
  });
}

export const addListing: Mutation<EntryDraft, ManualEntryOutcome> = {
  // All answers but that of a dry run are outcomes.
  send: (draft) => call(manualEntryEndpoints.enterListing, { body: toEntryBody(draft) }) as Promise<ManualEntryOutcome>,
};
