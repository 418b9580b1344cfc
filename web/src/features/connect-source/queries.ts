import { queryOptions } from '@tanstack/react-query';
import { type FeedDryRun, sourceEndpoints, type SourceView } from '#domain/source/contract.ts';
import type { FeedDescription } from '#domain/source/feed-description.contract.ts';
import { refetchScout } from '#web/features/sources/index.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

// Below the key that live changes of the scout refetch.
export const connectionsQuery = queryOptions({
  queryKey: ['scout', 'connections'],
  queryFn: ({ signal }) => call(sourceEndpoints.getConnections, { signal }),
});

/** An address or a text, and how to read it where that was found out before. */
export type FeedInput = { source: string } & Partial<Pick<FeedDryRun, 'kind' | 'mapping'>>;

/** How the scout would read a feed; nothing is saved. */
export const tryFeed: Mutation<FeedInput, FeedDryRun> = {
  send: ({ source, ...format }) => {
    const origin = isAddress(source) ? { url: source.trim() } : { body: source };
    return call(sourceEndpoints.dryRunFeed, { body: { ...origin, ...format } });
  },
};

/** Saves a new feed under its `id`; with the id of a saved one, changes that. */
export const saveFeed = (savedId: string | null): Mutation<FeedDescription & { id: string }, SourceView> => ({
  send: ({ id, ...description }) =>
    savedId === null
      ? call(sourceEndpoints.saveFeed, { body: { id, ...description } })
      : call(sourceEndpoints.changeFeed, { params: { id: savedId }, body: description }),
  update: refetchScout,
});

export function isAddress(source: string): boolean {
  return /^https?:\/\/\S+$/i.test(source.trim());
}
